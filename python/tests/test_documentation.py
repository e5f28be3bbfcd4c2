"""The examples in docstrings and in docs/ are true."""

import doctest
import importlib

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


def test_everything_is_documented():
    for name in flagfall.__all__:
        if name != "__version__":
            assert (getattr(flagfall, name).__doc__ or "").strip(), name
