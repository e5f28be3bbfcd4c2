"""The command ``flagfall``: the program's own command line, inside the extension."""

import signal
import sys

from flagfall import _flagfall


def main() -> None:
    """Run the command line with the arguments of this process, and exit with its status."""
    # The program ends at Ctrl-C by itself; Python would wait for it to return.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_flagfall.main(["flagfall", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
