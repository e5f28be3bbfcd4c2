"""Dicts are the JSON of the program, and the wheel brings the program."""

import datetime
import functools
import http.server
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
import urllib.request

import pytest

import flagfall

FEN = "8/8/8/5k2/8/8/6N1/5K2 w - - 0 1"
CASE = {
    "moves": "1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. d4",
    "time_control": "90m+30s",
    "date": datetime.date(2026, 11, 22),
    "title": None,
    "incident": [{"kind": "illegal-move", "by": "black", "after": "4. d4", "move": "Nxd4", "pressed": True}],
}


def printed(program, *arguments):
    ran = program(*arguments)
    assert ran.stderr == "", ran.stderr
    return json.loads(ran.stdout)


def test_mate(program):
    assert flagfall.mate(FEN) == printed(program, "mate", "--format", "json", FEN)
    assert flagfall.mate(FEN, explain=True) == printed(program, "mate", "--explain", "--format", "json", FEN)


def test_explain(program):
    assert flagfall.explain("illegal-move") == program("explain", "illegal-move").stdout


def test_crosstable(program, root):
    path = root / "fixtures/checks/bye-twice"
    tables = sorted(path.glob("*.trf"))
    ran = printed(program, "crosstable", "--format", "json", "--tiebreaks", "BH:C1,BH", tables[0])
    assert flagfall.crosstable(tables[0], tiebreaks=["BH:C1", "BH"]) == ran
    assert flagfall.crosstable([str(tables[0])], tiebreaks=["BH:C1", "BH"]) == ran


def test_a_case_is_a_dict_a_text_or_a_file(program, root, tmp_path):
    dispute = root / "fixtures/disputes/pinned-knight.toml"
    assert flagfall.adjudicate(dispute) == printed(program, "adjudicate", "--format", "json", dispute)
    ruled = flagfall.adjudicate(CASE)
    assert ruled["ruleset"] == "fide-2023-standard" and "7.5.1" in ruled["rulings"][0]["articles"]
    text = """
        moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. d4"
        time_control = "90m+30s"
        date = "2026-11-22"
        [[incident]]
        kind = "illegal-move"
        by = "black"
        after = "4. d4"
        move = "Nxd4"
        pressed = true
    """
    assert flagfall.adjudicate(text) == ruled
    path = tmp_path / "case.toml"
    path.write_text(text)
    compared = flagfall.adjudicate(str(path), compare=["fide-2018-blitz", "fide-2023-blitz"])
    ran = printed(program, "adjudicate", "--format", "json", "--compare", "fide-2018-blitz,fide-2023-blitz", path)
    assert compared == ran


def test_the_command(program, tmp_path, game):
    path = tmp_path / "a.pgn"
    path.write_bytes(game)
    ran = program("check", "--quiet", path)
    assert ran.returncode == 1 and "illegal-move" in ran.stdout
    assert program("check", "--quiet", tmp_path / "none.pgn").returncode == 2
    assert program("--version").stdout.startswith(f"flagfall {flagfall.__version__}\n")


def test_the_script_is_installed(root):
    script = pathlib.Path(sysconfig.get_path("scripts")) / "flagfall"
    if not script.exists():
        pytest.skip("the package is used from its folder, not installed")
    ran = subprocess.run([script, "explain", "illegal-move"], capture_output=True, text=True, check=True)
    assert ran.stdout == flagfall.explain("illegal-move")


def test_the_command_has_the_desk(root, tmp_path):
    folder = tmp_path / "event"
    shutil.copytree(root / "fixtures/desk", folder)
    command = [sys.executable, "-m", "flagfall", "desk", str(folder), "--listen", "127.0.0.1:0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as desk:
        try:
            address = desk.stdout.readline().strip()
            direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with direct.open(address, timeout=60) as page:
                assert page.status == 200 and b"3.1" in page.read()
        finally:
            desk.send_signal(signal.SIGINT)
        assert desk.wait(timeout=60) == 0
    assert (folder / "journal.sqlite").exists()


def test_watch_reads_addresses(program, tmp_path, game):
    (tmp_path / "round.pgn").write_bytes(game)
    files = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), files) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/round.pgn"
        without_proxy = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        ran = program("watch", "--once", "--format", "jsonl", address, env=without_proxy)
        server.shutdown()
    alerts = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.returncode == 1, ran.stderr
    assert ("illegal-move", address) in [(alert["alert"], alert["source"]) for alert in alerts]
