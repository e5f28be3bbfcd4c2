"""What is wrong with chess games and events, as Arrow tables; rulings, cross tables and mates as dicts.

The engine is that of the command ``flagfall``: the same findings, games and JSON, without a process in between.

>>> import flagfall
>>> game = b'[White "Doe, J"]\\n[Result "1-0"]\\n\\n1. e4 e5 2. Ke3 1-0\\n'
>>> findings = flagfall.check(game, select=["illegal-move"])

Any library that reads Arrow streams takes the result, without a copy: ``pyarrow.table(findings)``,
``pandas.DataFrame.from_arrow(findings)``, ``polars.DataFrame(findings)``, ``duckdb.from_arrow(pyarrow.table(findings))``.

>>> import pyarrow as pa
>>> pa.table(findings).select(["line", "column", "check", "move"]).to_pylist()
[{'line': 4, 'column': 13, 'check': 'illegal-move', 'move': '2. Ke3'}]
"""

from __future__ import annotations

import datetime
import json
import os
from collections.abc import Iterable, Mapping
from typing import Any

from flagfall._flagfall import Error, Rows, __version__
from flagfall import _flagfall

__all__ = ["Error", "Rows", "__version__", "adjudicate", "check", "crosstable", "explain", "games", "mate"]


def check(
    source: Any,
    *,
    ruleset: str | None = None,
    select: Iterable[str] | None = None,
    ignore: Iterable[str] | None = None,
    jobs: int | None = None,
    name: str | None = None,
    strict: bool = True,
    config: str | os.PathLike[str] | bool | None = None,
    today: datetime.date | str | None = None,
    time_control: str | None = None,
    clock: str | os.PathLike[str] | None = None,
    baseline: str | os.PathLike[str] | None = None,
    pairings: str | None = None,
    pairing_rules: int | str | None = None,
    planned_rounds: int | None = None,
    max_game_size: int | str | None = None,
    duplicate_limit: int | None = None,
    follow: bool = False,
) -> Rows:
    """Check games and events: one row for each finding of ``flagfall check``, in file order.

    ``source`` is a path, ``bytes``, a binary file object, or a list of these. Folders are read with everything in them; ``.zst``,
    ``.gz``, ``.bz2`` and ``.zip`` are unpacked. ``name`` is what ``file`` says for bytes and for a file object that has no name.

    The other options are those of the command line. ``config`` is the ``flagfall.toml`` to use, or ``False`` for none; otherwise
    each file has the nearest one, as on the command line. ``clock`` is the clock log of the game.

    The columns are in ``schemas/findings.arrow.json``: the keys of the JSON; ``data`` is JSON text.

    With ``strict``, an input that cannot be read raises :class:`Error` after everything else was checked. Without, the rows
    have what could be read, and ``rows.failures`` says what could not.

    The lock of Python is released meanwhile; Ctrl-C stops the run. Up to 65,536 rows are complete on return and can be
    read as often as wanted. More rows are worked out while they are read, once; what cannot be read then is an error of the reader
    (``OSError`` from pyarrow), with the same words.

    :raises Error: an option that cannot be used, or an input that cannot be read.

    >>> games = b'[Event "Open"]\\n[White "Doe"]\\n[Black "Roe"]\\n[Result "1-0"]\\n\\n1. e4 e5 0-1\\n'
    >>> findings = flagfall.check(games, name="round1.pgn", select=["result-tag-mismatch"])
    >>> pyarrow.table(findings)["message"][0].as_py()
    'the Result tag says 1-0, the termination marker 0-1'
    """
    options = _options(
        ruleset=ruleset,
        select=select,
        ignore=ignore,
        jobs=jobs,
        today=today,
        time_control=time_control,
        clock=clock,
        baseline=baseline,
        pairings=pairings,
        pairing_rules=pairing_rules,
        planned_rounds=planned_rounds,
        max_game_size=max_game_size,
        duplicate_limit=duplicate_limit,
        follow=follow,
    )
    return _flagfall.check(_inputs(source, name), options + _config(config), strict)


def games(
    source: Any,
    *,
    ruleset: str | None = None,
    jobs: int | None = None,
    name: str | None = None,
    strict: bool = True,
    config: str | os.PathLike[str] | bool | None = None,
    today: datetime.date | str | None = None,
    time_control: str | None = None,
    max_game_size: int | str | None = None,
    follow: bool = False,
) -> Rows:
    """Read games: one row for each game of the PGN files in ``source``, in file order.

    ``source`` and the options are those of :func:`check`. The columns are in ``schemas/games.arrow.json``: the tags, the result, the
    half-moves that were replayed, and what ended the game on the board. Games of the same players, start position, moves
    and result have the same ``key_hi`` and ``key_lo``; games of one event the same ``heading_hi`` and ``heading_lo``.

    :raises Error: an option that cannot be used, or an input that cannot be read.

    >>> rows = flagfall.games(b'[White "Doe"]\\n\\n1. f3 e5 2. g4 Qh4# 0-1\\n')
    >>> pyarrow.table(rows).select(["white", "result", "plies", "end"]).to_pylist()
    [{'white': 'Doe', 'result': '0-1', 'plies': 4, 'end': 'mate'}]
    """
    options = _options(
        ruleset=ruleset,
        jobs=jobs,
        today=today,
        time_control=time_control,
        max_game_size=max_game_size,
        follow=follow,
    )
    return _flagfall.games(_inputs(source, name), options + _config(config), strict)


def adjudicate(
    case: Mapping[str, Any] | str | os.PathLike[str],
    *,
    ruleset: str | None = None,
    compare: Iterable[str] | None = None,
    game: int | None = None,
    clock: str | os.PathLike[str] | None = None,
    incidents: str | os.PathLike[str] | None = None,
    time_control: str | None = None,
    supervision: str | None = None,
    allow_outside: bool = False,
    today: datetime.date | str | None = None,
) -> dict[str, Any]:
    """Rule on a disputed game: the JSON of ``flagfall adjudicate``.

    ``case`` is a dict with the keys of a case file, the TOML text of one (a text with a line end or ``=``), or the path of a case
    file or a PGN. A dict or a text reads no files; what it names has to stand under ``files``.

    With ``compare``, the dict has the rulings under each ruleset, and what makes the difference.

    :raises Error: a case that cannot be read or heard, or an option that cannot be used.

    >>> case = {"moves": "1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. d4", "time_control": "90m+30s", "date": "2026-11-22",
    ...         "incident": [{"kind": "illegal-move", "by": "black", "after": "4. d4", "move": "Nxd4", "pressed": True}]}
    >>> ruled = flagfall.adjudicate(case)
    >>> ruled["ruleset"], "7.5.1" in ruled["rulings"][0]["articles"]
    ('fide-2023-standard', True)
    """
    options = _options(
        ruleset=ruleset,
        compare=compare,
        game=game,
        clock=clock,
        incidents=incidents,
        time_control=time_control,
        supervision=supervision,
        allow_outside=allow_outside,
        today=today,
    )
    text = None
    path = "case"
    if isinstance(case, Mapping):
        text = _flagfall.toml(json.dumps(case, default=_plain))
    elif isinstance(case, str) and ("\n" in case or "=" in case):
        text = case
    else:
        path = os.fspath(case)
    return json.loads(_flagfall.adjudicate([*options, "--", path], text))


def crosstable(
    source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    tiebreaks: Iterable[str] | None = None,
    kind: str | None = None,
    tiebreak_rules: int | str | None = None,
    points: str | None = None,
    against: str | os.PathLike[str] | None = None,
    k: int | None = None,
    rounds: int | None = None,
    unrated: int | None = None,
    event: str | None = None,
    order: str | None = None,
    section: str | None = None,
    today: datetime.date | str | None = None,
) -> dict[str, Any]:
    """Standings, cross table and tie-breaks of one event: the JSON of ``flagfall crosstable``.

    ``source`` is the path of a TRF, CSV, JSON or PGN file, or a list of them. The options are those of the command line.

    :raises Error: a file that cannot be read or in which nothing is recognised, or an option that cannot be used.
    """
    options = _options(
        tiebreaks=tiebreaks,
        kind=kind,
        tiebreak_rules=tiebreak_rules,
        points=points,
        against=against,
        k=k,
        rounds=rounds,
        unrated=unrated,
        event=event,
        order=order,
        section=section,
        today=today,
    )
    paths = [source] if isinstance(source, (str, os.PathLike)) else source
    return json.loads(_flagfall.crosstable([*options, "--format=json", "--", *map(os.fspath, paths)]))


def mate(fen: str, *, explain: bool = False, forced: bool = False) -> dict[str, Any]:
    """Whether each side can still checkmate by any series of legal moves: the JSON of ``flagfall mate``.

    ``explain`` adds the proof that a side cannot, ``forced`` whether a side can force mate.

    :raises Error: a text that is not a FEN.

    >>> answer = flagfall.mate("8/8/8/5k2/8/8/6N1/5K2 w - - 0 1")
    >>> answer["dead"]
    True
    """
    if fen.strip() == "-":
        raise Error("-: not a FEN")
    return json.loads(_flagfall.mate([*_options(explain=explain, forced=forced), "--", fen]))


def explain(topic: str, *, today: datetime.date | str | None = None) -> str:
    """What a check, a kind of incident, a decision, an article or a ruleset means, and what to do: ``flagfall explain``.

    :raises Error: a name that nothing has; the error says the nearest.

    >>> print(flagfall.explain("illegal-move").splitlines()[0])
    illegal-move ...
    """
    return _flagfall.explain([*_options(today=today), "--", topic])


def _options(**options: Any) -> list[str]:
    """The options of a command line."""
    written = []
    for option, value in options.items():
        flag = "--" + option.replace("_", "-")
        if value is True:
            written.append(flag)
        elif value is None or value is False:
            continue
        elif isinstance(value, (str, int, datetime.date)):
            written.append(f"{flag}={value}")
        elif isinstance(value, os.PathLike):
            written.append(f"{flag}={os.fspath(value)}")
        else:
            written.append(f"{flag}={','.join(value)}")
    return written


def _config(config: str | os.PathLike[str] | bool | None) -> list[str]:
    if config is None or config is True:
        return []
    return ["--no-config"] if config is False else [f"--config={os.fspath(config)}"]


def _inputs(source: Any, name: str | None) -> list[Any]:
    """What the extension reads: paths, ``(bytes, name)``, ``(object, name, path, offset, lines)``."""
    if isinstance(source, (str, os.PathLike)):
        return [os.fspath(source)]
    if isinstance(source, (bytes, bytearray, memoryview)):
        return [(bytes(source), name or "-")]
    if hasattr(source, "read"):
        own = getattr(source, "name", None)
        return [(source, name or (own if isinstance(own, str) else "-"), None, 0, 0)]
    if isinstance(source, Iterable):
        return [one for each in source for one in _inputs(each, name)]
    raise TypeError(f"a path, bytes, a binary file or a list of them is read, not {type(source).__name__}")


def _plain(value: Any) -> str:
    """Dates and times of a case as text."""
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    raise TypeError(f"a case has texts, numbers, truth values, lists and dicts, not {type(value).__name__}")
