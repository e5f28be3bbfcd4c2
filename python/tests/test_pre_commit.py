"""The hook of docs/python.md, by pre-commit itself: it installs the wheel, where there is neither Rust nor an index of packages."""

import os
import re
import shutil
import subprocess
import sys

import pytest

#: A folder with the wheel, and with setuptools, by which pre-commit makes its own package.
PACKAGES = os.environ.get("FLAGFALL_PACKAGES")

pytest.importorskip("pre_commit")
if PACKAGES is None or shutil.which("git") is None:
    pytest.skip("FLAGFALL_PACKAGES names no folder with the wheel, or git is missing", allow_module_level=True)


@pytest.fixture
def run(tmp_path, root):
    """Stages files in a repository that has the hook, and commits what it lets through."""
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "git").symlink_to(shutil.which("git"))
    env = {"PATH": str(tools), "HOME": str(tmp_path), "PRE_COMMIT_HOME": str(tmp_path / "cache")}
    env |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": PACKAGES, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    folder = tmp_path / "repository"
    folder.mkdir()

    def git(*arguments):
        subprocess.run(["git", *arguments], cwd=folder, env=env, check=True, capture_output=True)

    git("init", "--quiet")
    page = (root / "docs/python.md").read_text()
    (folder / ".pre-commit-config.yaml").write_text(re.search(r"```yaml\n(.*?)```", page, re.DOTALL)[1])
    git("add", ".")

    def staged(files):
        for name, text in files.items():
            (folder / name).write_bytes(text)
            git("add", "--", name)
        command = [sys.executable, "-m", "pre_commit", "run", "--color=never"]
        return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=600)

    return staged


def test_the_hook_needs_no_rust(run, game):
    stopped = run({"a.pgn": game, "-b.pgn": game.replace(b"2. Ke3 ", b""), "c.txt": b"not chess"})
    assert stopped.returncode == 1, stopped.stdout + stopped.stderr
    assert "a.pgn" in stopped.stdout and "illegal-move" in stopped.stdout
    mended = run({"a.pgn": game.replace(b"2. Ke3 ", b"").replace(b"e5", b"c5")})
    assert mended.returncode == 0 and "Passed" in mended.stdout, mended.stdout + mended.stderr
