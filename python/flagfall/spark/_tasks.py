"""What runs on the machines of a cluster: a unit of work becomes rows.

A unit has the same rows whenever it is done, so that a task may be tried again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql.pandas.types import from_arrow_schema

import flagfall
from flagfall import _flagfall
from flagfall.spark import _frames

GAME, EVENT = "game", "event"

_EMPTY = b"[White \"a\"]\n\n*\n"
FINDINGS = from_arrow_schema(pa.schema(_flagfall.check([(_EMPTY, "-")], ["--no-config"], False)))
GAMES = from_arrow_schema(pa.schema(_flagfall.games([(_EMPTY, "-")], ["--no-config"], False)))
FAILURES = "file string not null, what string not null, where string"
UNITS = (
    "number bigint not null, file string not null, outright boolean not null, start bigint, end bigint, "
    "games bigint not null, lines bigint not null, encoding boolean not null, packed bigint, unpacked bigint"
)
PARTS = (
    "number bigint not null, file string not null, start bigint not null, end bigint not null, length bigint not null, "
    "packed bigint, packed_end bigint"
)
MEASURED = (
    "file string not null, nominal bigint not null, cut boolean not null, start bigint not null, end bigint not null, "
    "games bigint not null, lines bigint not null, utf8 boolean not null"
)

#: The largest game, in bytes, that the cutting of a file looks past.
LARGEST_GAME = 8 << 20
#: Formats that many other programs write: in a folder, files without results are no failures.
COMMON = ("txt", "tab", "csv", "json", "dbf")
UNRECOGNISED = "contains no games and no results that are recognised"

Batches = Iterator[pa.RecordBatch]


# --- options ---


def _options(options: dict[str, Any], names: Iterable[str]) -> list[str]:
    unknown = sorted(set(options) - set(names))
    if unknown:
        raise TypeError(f"no option is called {', '.join(unknown)}; there are {', '.join(names)}")
    return [*flagfall._options(**options), "--no-config", "--jobs=1"]


RUN = ("ruleset", "today", "time_control", "max_game_size")
CHECKS = (*RUN, "select", "ignore")
EVENTS = (*CHECKS, "pairings", "pairing_rules", "planned_rounds")


def _selected(options: dict[str, Any], kind: str) -> list[str]:
    """The checks of a kind that are selected and not ignored."""
    select, ignore = options.pop("select", None), options.pop("ignore", None)
    # An unknown name is an error here, before anything is read.
    named = flagfall._options(select=select, ignore=ignore)
    _flagfall.check([(_EMPTY, "-")], [*named, "--no-config"], False)
    known = _flagfall.checks()
    wanted = [name for name, of in known if of == kind]
    if select is not None:
        wanted = [name for name in wanted if name in set(select)]
    return [name for name in wanted if name not in set(ignore or ())]


def of_checks(options: dict[str, Any], kind: str) -> Any:
    """The task that finds what the selected checks of a kind find."""
    options = dict(options)
    every = _options({k: v for k, v in options.items() if k not in ("select", "ignore")}, EVENTS if kind == EVENT else CHECKS)
    wants_copies = "duplicate-game" in _wanted(options)
    names = _selected(options, kind)
    # A game that occurs twice in a file counts once in its event.
    extra = ["duplicate-game"] if kind == EVENT and wants_copies else []
    limit = ["--duplicate-limit=4000000000"] if extra else []
    arguments = [*every, *limit, f"--select={','.join(names + extra)}"]
    # An option that cannot be used is an error here, not in a task.
    _flagfall.check([(_EMPTY, "-")], arguments, False)
    return partial(_findings, arguments=arguments, without=tuple(extra))


def _wanted(options: dict[str, Any]) -> set[str]:
    select = options.get("select")
    names = {name for name, _ in _flagfall.checks()} if select is None else set(select)
    return names - set(options.get("ignore") or ())


def of_games(options: dict[str, Any]) -> Any:
    """The task that reads games."""
    arguments = _options(_without_checks(options), RUN)
    _flagfall.games([(_EMPTY, "-")], arguments, False)
    return partial(_games, arguments=arguments)


def of_failures(options: dict[str, Any]) -> Any:
    """The task that finds what cannot be read."""
    arguments = [*_options(_without_checks(options), RUN), "--select=syntax"]
    _flagfall.check([(_EMPTY, "-")], arguments, False)
    return partial(_failures, arguments=arguments)


def _without_checks(options: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in options.items() if key not in ("select", "ignore")}


# --- files ---


def filesystem(url: str) -> tuple[Any, str]:
    """The file system of a URL, and the path in it."""
    from pyarrow import fs

    scheme, _, rest = url.partition("://")
    if scheme in ("s3a", "s3n"):
        scheme = "s3"
    if scheme == "s3" and (endpoint := os.environ.get("AWS_ENDPOINT_URL")):
        of, _, host = endpoint.partition("://")
        return fs.S3FileSystem(endpoint_override=host, scheme=of), rest
    return fs.FileSystem.from_uri(f"{scheme}://{rest}")


def opened(file: str) -> Any:
    """A file, opened to read bytes from any place."""
    if "://" in file:
        system, path = filesystem(file)
        return system.open_input_file(path)
    return open(file, "rb", buffering=0)


def _text(file: Any, packed: list[_frames.Place | None], length: int) -> Any:
    """The text of an open file; a packed one is unpacked from the places on where frames begin."""
    places = [place for place in packed if place is not None]
    return _frames.Unpacked(file, places, length) if places else file


@contextmanager
def _rows(read: Any, unit: dict[str, Any], arguments: list[str]) -> Iterator[Any]:
    """The rows of a unit, by ``_flagfall.check`` or ``_flagfall.games``; its file is open meanwhile."""
    file, start = unit["file"], unit["start"]
    is_local = "://" not in file
    if start is None and is_local:
        yield read([file], arguments, False)
        return
    with opened(file) as whole:
        if start is None:
            yield read([(whole, file, None, 0, 0)], arguments, False)
            return
        frame = None if unit["packed"] is None else (unit["packed"], unit["unpacked"])
        text = _text(whole, [frame], unit["end"])
        text.seek(start)
        part = _frames.Part(text, unit["end"] - start)
        yield read([(part, _name(unit), file if is_local else None, start, unit["lines"])], arguments, False)


def _name(unit: dict[str, Any]) -> str:
    """What the engine calls a unit: unpacked text does not have the name of a packed file."""
    return unit["file"] if unit["packed"] is None else unit["file"][: -len(".zst")]


def _units(batches: Batches) -> Iterator[dict[str, Any]]:
    for batch in batches:
        yield from batch.to_pylist()


# --- tasks ---


def _findings(batches: Batches, *, arguments: list[str], without: tuple[str, ...]) -> Batches:
    for unit in _units(batches):
        for batch in _of_unit(_flagfall.check, unit, arguments):
            for name in (*without, "encoding") if unit["encoding"] else without:
                batch = batch.filter(pc.not_equal(batch.column("check"), name))
            yield _of_file(batch, unit)


def _games(batches: Batches, *, arguments: list[str]) -> Batches:
    for unit in _units(batches):
        for batch in _of_unit(_flagfall.games, unit, arguments):
            yield _of_file(batch, unit)


def _of_unit(read: Any, unit: dict[str, Any], arguments: list[str]) -> Batches:
    try:
        with _rows(read, unit, arguments) as rows:
            yield from pa.RecordBatchReader.from_stream(rows)
    except OSError:
        # The file cannot be opened: a row of the failures says so.
        return


def _of_file(batch: pa.RecordBatch, unit: dict[str, Any]) -> pa.RecordBatch:
    """The rows of a unit as those of its file: its name, and its game numbers."""
    if unit["games"]:
        batch = _with(batch, "game", pc.add(batch.column("game"), unit["games"]))
    if unit["packed"] is not None:
        batch = _with(batch, "file", pa.repeat(unit["file"], batch.num_rows))
    return batch


def _with(batch: pa.RecordBatch, column: str, values: Any) -> pa.RecordBatch:
    at = batch.schema.get_field_index(column)
    return batch.set_column(at, batch.schema.field(at), values)


def _failures(batches: Batches, *, arguments: list[str]) -> Batches:
    for unit in _units(batches):
        found = list(_failed(unit, arguments))
        yield pa.RecordBatch.from_arrays(
            [pa.array([row[column] for row in found], pa.string()) for column in range(3)],
            names=["file", "what", "where"],
        )


def _failed(unit: dict[str, Any], arguments: list[str]) -> Iterator[tuple[str, str, str | None]]:
    try:
        with _rows(_flagfall.check, unit, arguments) as rows:
            for _ in pa.RecordBatchReader.from_stream(rows):
                pass
    except OSError as raised:
        yield unit["file"], str(raised), None
        return
    for line in rows.failures:
        file, what = _named(line, unit["file"], _name(unit))
        common = file.rpartition(".")[2].lower() in COMMON
        if what.startswith(UNRECOGNISED) and common and not unit["outright"]:
            continue
        numbered = re.fullmatch(r"game (\d+) is not checked: (.*)", what)
        if numbered:
            yield file, numbered[2], f"game {int(numbered[1]) + unit['games']}"
            continue
        games = unit["games"] + _count(rows.notes)
        yield file, what, f"after game {games}" if games else None


def _named(line: str, file: str, name: str) -> tuple[str, str]:
    """The file of a message, which may be a member of an archive, and the rest."""
    if line.startswith(f"{name}/"):
        member, _, what = line[len(name) :].partition(": ")
        return file + member, what
    return file, line.removeprefix(f"{name}: ")


def _count(notes: list[str]) -> int:
    """The games of a run, by the line that ends it."""
    counted = re.search(r" in ([\d,]+) games? \(", notes[-1]) if notes else None
    return int(counted[1].replace(",", "")) if counted else 0


def measure(batches: Batches) -> Batches:
    """The range of each part of a file, with what it holds."""
    for part in _units(batches):
        to = part["end"] if part["end"] < part["length"] else None
        try:
            with opened(part["file"]) as whole:
                packed = [(part["packed"], part["start"]), (part["packed_end"], part["end"])]
                text = _text(whole, packed if part["packed"] is not None else [], part["length"])
                found = _flagfall.measure(text, part["start"], to, LARGEST_GAME)
        except OSError:
            found = None
        start, end, games, lines, utf8 = found or (0, 0, 0, 0, True)
        row = (part["file"], part["start"], found is not None, start, end, games, lines, utf8)
        yield pa.RecordBatch.from_pylist([dict(zip(_MEASURED.names, row, strict=True))], schema=_MEASURED)


_MEASURED = pa.schema(
    [
        pa.field("file", pa.string(), False),
        pa.field("nominal", pa.int64(), False),
        pa.field("cut", pa.bool_(), False),
        *(pa.field(name, pa.int64(), False) for name in ("start", "end", "games", "lines")),
        pa.field("utf8", pa.bool_(), False),
    ]
)
