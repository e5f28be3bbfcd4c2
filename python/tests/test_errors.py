"""What cannot be done is said in the words of the program."""

import os
import signal
import subprocess
import sys
import threading
import time

import pyarrow
import pytest

import flagfall


def test_errors_have_the_words_of_the_program(program, tmp_path):
    path = str(tmp_path / "none.pgn")
    with pytest.raises(flagfall.Error) as raised:
        flagfall.check(path)
    assert f"error: {raised.value}" == program("check", path).stderr.splitlines()[0]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: flagfall.check(b"", select=["ilegal-move"]), "did you mean illegal-move"),
        (lambda: flagfall.check(b"", pairings="often"), "invalid value 'often' for '--pairings"),
        (lambda: flagfall.check(b"", ruleset="fidee"), "no ruleset `fidee`"),
        (lambda: flagfall.check(b"neither games nor results"), "contains no games and no results"),
        (lambda: flagfall.check([]), "nothing to read"),
        (lambda: flagfall.games(b"", today="2x"), "--today"),
        (lambda: flagfall.mate("8/8"), "not a FEN"),
        (lambda: flagfall.mate("-"), "not a FEN"),
        (lambda: flagfall.explain("illegal-mov"), "did you mean illegal-move"),
        (lambda: flagfall.crosstable("none.trf"), "none.trf: no such file"),
        (lambda: flagfall.adjudicate({"moves": "1. e4", "x": 1}), "`x`: a case has no such key"),
        (lambda: flagfall.adjudicate('scoresheet = "/etc/passwd"'), "reads no other files"),
    ],
)
def test_errors(call, words):
    with pytest.raises(flagfall.Error) as raised:
        call()
    assert words in str(raised.value)


def test_an_option_that_cannot_be_used_is_always_an_error(game):
    with pytest.raises(flagfall.Error, match="did you mean illegal-move"):
        flagfall.check(game, select=["ilegal-move"], strict=False)


def test_an_option_is_never_taken_from_a_name():
    with pytest.raises(flagfall.Error, match="--list-checks: no such file"):
        flagfall.check("--list-checks")


def test_a_source_of_another_type():
    with pytest.raises(TypeError, match="not int"):
        flagfall.check(3)


class Broken:
    """A file that fails after some games."""

    name = "remote.pgn"

    def __init__(self, games, raised):
        self.left = [games]
        self.raised = raised

    def read(self, size):
        if self.left:
            return self.left.pop()
        raise self.raised


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_that_fails(game, jobs):
    words = "remote.pgn: cannot be read: OSError: connection reset"
    with pytest.raises(flagfall.Error, match=words):
        flagfall.check(Broken(game * 100, OSError("connection reset")), jobs=jobs)
    rows = flagfall.check(Broken(game * 100, OSError("connection reset")), strict=False, jobs=jobs)
    assert rows.failures[0].startswith(words)
    assert pyarrow.table(rows)["game"].to_pylist()[-1] in (99, 100)


def test_a_file_that_is_not_binary(tmp_path):
    path = tmp_path / "a.pgn"
    path.write_text("1. e4 *")
    with path.open() as file, pytest.raises(flagfall.Error, match='mode "rb"'):
        flagfall.check(file)


def test_an_error_in_a_stream_is_one_of_its_reader(game):
    rows = flagfall.check([game * 40_000, Broken(game, OSError("gone"))])
    with pytest.raises(OSError, match="remote.pgn: cannot be read: OSError: gone"):
        pyarrow.table(rows)
    assert len(rows.failures) == 1


def test_threads(game):
    sizes = []

    def work():
        sizes.append(pyarrow.table(flagfall.check(game * 200, jobs=2)).num_rows)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(sizes) == 6 and len(set(sizes)) == 1


def test_the_lock_is_released(game):
    ticks = 0
    done = threading.Event()

    def count():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    flagfall.check(game * 5_000, jobs=1)
    done.set()
    thread.join()
    assert ticks > 10


ENDLESS = """
import sys, flagfall
class Endless:
    def read(self, size):
        return (b'[Event "a"]\\n\\n1. e4 1-0\\n\\n' * (size // 24 + 1))[:size]
print("begun", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize(
    "call",
    ["flagfall.check(Endless(), select=['illegal-move'])", "flagfall.games(Endless()).__arrow_c_stream__()"],
)
def test_ctrl_c_stops_the_run(call):
    if call.startswith("flagfall.games"):
        call = "import pyarrow\n    for _ in pyarrow.RecordBatchReader.from_stream(flagfall.games(Endless())): pass"
    script = ENDLESS.format(call=call)
    running = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running.stdout.readline() == "begun\n"
    time.sleep(1.0)
    began = time.monotonic()
    os.kill(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert out == "interrupted\n" or "KeyboardInterrupt" in err, (out, err)
    assert time.monotonic() - began < 20
