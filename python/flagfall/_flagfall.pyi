"""The extension. The functions of the package call it; it is not to be called directly."""

from collections.abc import Sequence
from typing import Any

__version__: str

class Error(Exception):
    """What could not be done, in the words of the command line: one line for each thing."""

class Rows:
    """Rows of a table, as an Arrow stream.

    Up to 65,536 rows are all there when the object is returned, and can be read as often as wanted. More rows are worked out
    while they are read, once.
    """

    @property
    def failures(self) -> list[str]:
        """What could not be read, one line each; complete when the rows have been read."""
    @property
    def notes(self) -> list[str]:
        """What else the command line would have printed, one line each; complete when the rows have been read."""
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The stream, as a capsule of the Arrow C stream interface."""
    def __arrow_c_schema__(self) -> object:
        """The schema, as a capsule of the Arrow C data interface."""

def check(inputs: Sequence[Any], options: Sequence[str], strict: bool) -> Rows: ...
def games(inputs: Sequence[Any], options: Sequence[str], strict: bool) -> Rows: ...
def listed(folder: str) -> list[str]: ...
def is_input(name: str) -> bool: ...
def checks() -> list[tuple[str, str]]: ...
def measure(file: Any, start: int, end: int | None, limit: int) -> tuple[int, int, int, int, bool] | None: ...
def adjudicate(options: Sequence[str], case: str | None) -> str: ...
def toml(case: str) -> str: ...
def crosstable(options: Sequence[str]) -> str: ...
def mate(options: Sequence[str]) -> str: ...
def explain(options: Sequence[str]) -> str: ...
def main(arguments: Sequence[str]) -> int: ...
