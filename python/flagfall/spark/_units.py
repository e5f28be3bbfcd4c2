"""Units of work: whole files, and ranges of large ones."""

from __future__ import annotations

import dataclasses
import fnmatch
import glob
import os
import posixpath
from collections.abc import Iterable
from typing import Any

from flagfall import _flagfall
from flagfall.spark import _frames, _tasks


@dataclasses.dataclass(frozen=True)
class Unit:
    """A file, or a part of one."""

    #: The name as the program prints it.
    file: str
    #: Whether the user named it; else it was found in a folder.
    outright: bool
    #: The first byte, and the one after the last; ``None`` for a whole file.
    start: int | None = None
    end: int | None = None
    #: Games and line ends of the file before it.
    games: int = 0
    lines: int = 0
    #: Whether text that is not UTF-8 comes before it: that is reported once for each file.
    encoding: bool = False
    #: Where in a packed file a frame begins, and where in its text; ``start`` is in that frame or after it.
    packed: int | None = None
    unpacked: int | None = None

    def row(self) -> tuple[Any, ...]:
        """The values, in the order of the columns of the table of units."""
        return dataclasses.astuple(self)


def units_of(spark: Any, paths: str | Iterable[str], range_mib: int | None) -> list[Unit]:
    """The units of the paths, in the order of the program. With ``range_mib``, large files are cut."""
    listed = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    files = [unit for path in listed for unit in _files(os.fspath(path))]
    if range_mib is None:
        return files
    if range_mib < 1:
        raise _flagfall.Error(f"range_mib={range_mib}: at least 1")
    size = range_mib << 20
    parts = [part for file in dict.fromkeys(unit.file for unit in files) for part in _parts(file, size)]
    ranges = _ranges(spark, parts)
    return [part for unit in files for part in ranges.get(unit.file) or [unit]]


def _files(path: str) -> list[Unit]:
    if "://" in path:
        return _remote(path)
    if glob.has_magic(path) and not os.path.exists(path):
        return [unit for found in sorted(glob.glob(path, recursive=True)) for unit in _files(found)]
    if os.path.isdir(path):
        return [Unit(os.fspath(name), False) for name in _flagfall.listed(path)]
    return [Unit(path, True)]


def _remote(url: str) -> list[Unit]:
    from pyarrow import fs

    scheme, _, rest = url.partition("://")
    before, magic, _ = rest.partition("*")
    base = before.rpartition("/")[0] if magic else rest.rstrip("/")
    system, root = _tasks.filesystem(f"{scheme}://{base}")
    if not magic:
        if system.get_file_info(root).type != fs.FileType.Directory:
            return [Unit(url, True)]
        found = system.get_file_info(fs.FileSelector(root, recursive=True))
    else:
        found = system.get_file_info(fs.FileSelector(root, recursive="**" in url, allow_not_found=True))
    pattern = posixpath.join(root, rest[len(base) :].lstrip("/")) if magic else None
    names = []
    for info in found:
        if info.type != fs.FileType.File:
            continue
        if fnmatch.fnmatchcase(info.path, pattern) if pattern else _flagfall.is_input(info.base_name):
            names.append(f"{scheme}://{base}{info.path.removeprefix(root)}")
    return [Unit(name, pattern is not None) for name in sorted(names, key=lambda name: name.split("/"))]


def _parts(file: str, size: int) -> list[tuple[Any, ...]]:
    """The parts of a file that is cut: the columns of the table of parts without the number; none of any other file."""
    name = file.lower()
    if not name.endswith((".pgn", ".pgn.zst")):
        return []
    length = _length(file)
    if length <= size:
        return []
    if name.endswith(".pgn"):
        return [(file, at, min(at + size, length), length, None, None) for at in range(0, length, size)]
    try:
        with _tasks.opened(file) as opened:
            return _of_frames(file, _frames.places(opened, length, walk="://" not in file), size)
    except OSError:
        # The task that reads it says what is wrong.
        return []


def _of_frames(file: str, places: list[_frames.Place], size: int) -> list[tuple[Any, ...]]:
    """Parts that begin where a frame begins, with at least ``size`` bytes of text each but for the last."""
    begins: list[_frames.Place] = []
    for place in places[:-1]:
        if not begins or place[1] - begins[-1][1] >= size:
            begins.append(place)
    bounds = [*begins, *places[-1:]]
    return [(file, at[1], to[1], places[-1][1], at[0], to[0]) for at, to in zip(bounds, bounds[1:])]


def _length(file: str) -> int:
    """The length of a file that may be cut; 0 of any other."""
    if "://" in file:
        system, path = _tasks.filesystem(file)
        return system.get_file_info(path).size or 0
    stem = file[: -len(".zst")] if file.lower().endswith(".zst") else file
    if os.path.exists(f"{stem.rpartition('.')[0]}.clock.csv") or not os.path.isfile(file):
        return 0
    return os.path.getsize(file)


def _ranges(spark: Any, parts: list[tuple[Any, ...]]) -> dict[str, list[Unit]]:
    """The ranges of each file; none of a file that cannot be cut.

    The tasks count games and line ends, so that a range knows how many come before it.
    """
    if not parts:
        return {}
    rows = [(number, *part) for number, part in enumerate(parts)]
    table = spark.createDataFrame(rows, _tasks.PARTS).repartitionByRange(len(rows), "number")
    measured = table.mapInArrow(_tasks.measure, _tasks.MEASURED).collect()
    frames = {(file, start): packed for file, start, _, _, packed, _ in parts if packed is not None}
    by_file: dict[str, list[Any]] = {}
    for row in sorted(measured, key=lambda row: row.nominal):
        by_file.setdefault(row.file, []).append(row)
    ranges = {}
    for file, rows in by_file.items():
        joined = all(row.end == after.start for row, after in zip(rows, rows[1:]))
        if not all(row.cut for row in rows) or not joined or len(rows) < 2:
            continue
        games = lines = 0
        encoding = False
        units = []
        for row in rows:
            if row.end > row.start:
                packed = frames.get((file, row.nominal))
                unpacked = None if packed is None else row.nominal
                units.append(Unit(file, True, row.start, row.end, games, lines, encoding, packed, unpacked))
            games, lines = games + row.games, lines + row.lines
            encoding = encoding or not row.utf8
        ranges[file] = units
    return ranges
