"""What the tests share."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(os.environ.get("FLAGFALL_ROOT", pathlib.Path(__file__).resolve().parents[2]))

GAME = b'[Event "Open"]\n[White "Doe, J"]\n[Black "Roe, R"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke3 1-0\n\n'


@pytest.fixture
def root():
    """The repository."""
    return ROOT


@pytest.fixture
def game():
    """A game with an illegal move, and a new line at its end."""
    return GAME


@pytest.fixture
def program():
    """Runs the command that the wheel brings."""

    def run(*arguments, **options):
        command = [sys.executable, "-m", "flagfall", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, **options)

    return run


@pytest.fixture
def as_json():
    """A row of the table as the object that the program prints."""

    def convert(row):
        kept = {key: value for key, value in row.items() if value is not None}
        if "data" in kept:
            kept["data"] = json.loads(kept["data"])
        return kept

    return convert
