"""The examples in docstrings and in docs/ are true."""

import doctest
import importlib
import re
import shutil

import duckdb
import pyarrow
import pytest

import flagfall

OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
NAMES = {"flagfall": flagfall, "pyarrow": pyarrow}


@pytest.mark.parametrize("module", ["flagfall"])
def test_docstrings(module):
    module = importlib.import_module(module)
    failed, tried = doctest.testmod(module, extraglobs=NAMES, optionflags=OPTIONS)
    assert tried > 3 and failed == 0


@pytest.mark.parametrize("page", ["docs/python.md", "python/README.md"])
def test_pages(root, page, monkeypatch):
    monkeypatch.chdir(root)
    failed, tried = doctest.testfile(str(root / page), module_relative=False, globs=dict(NAMES), optionflags=OPTIONS)
    assert tried > 3 and failed == 0


def test_queries(root, tmp_path, monkeypatch):
    """The Parquet file and the three queries of docs/archives.md."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(root / "docs/examples/archive", "archive")
    page = (root / "docs/archives.md").read_text()
    blocks = dict(re.findall(r"```(python|sql)\n(.*?)```", page.partition("## Spark")[0], re.DOTALL))
    exec(blocks["python"], {})  # noqa: S102
    counts, illegal, copies = (duckdb.sql(query).fetchall() for query in blocks["sql"].split(";")[:3])
    assert ("illegal-move", "error", 1) in counts and len(counts) == 4
    assert len(illegal) == 1 and illegal[0][1] == 1
    assert copies == []


def test_everything_is_documented():
    for name in flagfall.__all__:
        if name != "__version__":
            assert (getattr(flagfall, name).__doc__ or "").strip(), name
