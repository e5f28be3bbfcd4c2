"""Dicts are the JSON of the program, and the wheel brings the program."""

import datetime
import json
import pathlib
import shutil
import subprocess
import sys
import sysconfig

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


def test_the_pre_commit_hook_needs_no_rust(tmp_path, game):
    """The hook of docs/python.md: pre-commit runs the command on the staged files that match."""
    script = shutil.which("flagfall", path=sysconfig.get_path("scripts"))
    if script is None:
        pytest.skip("the package is used from its folder, not installed")
    (tmp_path / "a.pgn").write_bytes(game)
    ran = subprocess.run([script, "check", "--", "a.pgn"], cwd=tmp_path, env={"PATH": ""}, capture_output=True, check=False)
    assert ran.returncode == 1 and b"illegal-move" in ran.stdout
