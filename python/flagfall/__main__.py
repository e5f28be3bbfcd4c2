"""``python -m flagfall``: the same as the command ``flagfall``."""

from flagfall._command import main

main()
