"""The tables of flagfall over archives that one machine does not fit: Apache Spark does the work, the engine is the same.

.. code-block:: python

    from flagfall.spark import check, duplicates, events, failures, games

    findings = check(spark, ["s3a://archive/*.pgn.zst", "/mnt/broadcasts/"], ignore=["missed-threefold"])
    findings.write.partitionBy("check").parquet("/mnt/findings")

``check``, ``duplicates`` and ``events`` together are the rows of ``flagfall check --no-config`` over the same files, whatever the number of
partitions. The tasks need this package in their Python; local paths have to be the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as F

from flagfall.spark import _tasks
from flagfall.spark._units import units_of

__all__ = ["check", "duplicates", "events", "failures", "games"]

#: MiB of a plain file in one range.
RANGE_MIB = 64

Paths = str | Iterable[str]


def check(spark: SparkSession, paths: Paths, *, range_mib: int = RANGE_MIB, **options: Any) -> DataFrame:
    """The findings in single games: ``flagfall check`` without ``duplicate-game``, ``near-duplicate`` and the checks of events.

    ``paths`` is a path or a list of them: files, folders and patterns (``*.pgn.zst``), on the machines themselves or under a URL that
    ``pyarrow.fs`` reads (``s3a://``, ``gs://``, ``hdfs://``). A file is one unit of work; a larger ``.pgn``, and a ``.pgn.zst`` whose frames have
    known sizes, is cut into ranges of ``range_mib`` MiB between games, for which it is read once more. Options are those of :func:`flagfall.check`: ``ruleset``,
    ``select``, ``ignore``, ``today``, ``time_control``, ``max_game_size``. No ``flagfall.toml`` is read.

    Columns: ``schemas/findings.arrow.json``. What cannot be read is in :func:`failures`.

    :raises flagfall.Error: an option that cannot be used.
    """
    task = _tasks.of_checks(options, _tasks.GAME)
    return _mapped(spark, units_of(spark, paths, range_mib), task, _tasks.FINDINGS)


def games(spark: SparkSession, paths: Paths, *, range_mib: int = RANGE_MIB, **options: Any) -> DataFrame:
    """One row for each game. ``paths`` and options are those of :func:`check`; columns: ``schemas/games.arrow.json``.

    :raises flagfall.Error: an option that cannot be used.
    """
    task = _tasks.of_games(options)
    return _mapped(spark, units_of(spark, paths, range_mib), task, _tasks.GAMES)


def duplicates(games: DataFrame) -> DataFrame:
    """The findings of ``duplicate-game`` among the rows of :func:`games`, by a shuffle of the keys.

    Files are in the order of their names, folder by folder; the first of equal games is the one that the others name.
    """
    order = [F.split("file", "/"), F.col("offset")]
    equal = Window.partitionBy("key_hi", "key_lo").orderBy(*order)
    first_file, first = F.first("file").over(equal), F.first("game").over(equal)
    copies = (
        games.where(F.col("key_hi").isNotNull())
        .withColumn("first_file", first_file)
        .withColumn("first", first)
        .withColumn("copy", F.row_number().over(equal))
        .where("copy > 1")
    )
    elsewhere = F.when(F.col("first_file") != F.col("file"), F.col("first_file"))
    message = F.concat(
        F.lit("the same players, moves and result as game "),
        F.col("first").cast("string"),
        F.coalesce(F.concat(F.lit(" of "), elsewhere), F.lit("")),
    )
    # The repair that the program offers: to remove the game.
    edit = F.struct("offset", F.col("whole_length").alias("length"), F.lit("").alias("text"))
    fix = F.struct(F.lit("remove this game").alias("title"), F.lit(False).alias("safe"), F.array(edit).alias("edits"))
    values = {
        "length": F.col("tag_length"),
        "ply": F.lit(0),
        "check": F.lit("duplicate-game"),
        "severity": F.lit("warning"),
        "message": message,
        "data": F.to_json(F.struct("first", elsewhere.alias("first_file"))),
        "fix": F.when(F.col("whole_length") > 0, F.to_json(fix)),
    }
    kept = {"file", "game", "line", "column", "offset", "event", "round", "white", "black"}
    columns = []
    for field in _tasks.FINDINGS:
        value = values.get(field.name, F.col(field.name) if field.name in kept else F.lit(None))
        columns.append(value.cast(field.dataType).alias(field.name))
    return copies.select(*columns)


def events(spark: SparkSession, paths: Paths, **options: Any) -> DataFrame:
    """The findings of the checks of events: games under one heading in a file, and result files.

    ``paths`` and options are those of :func:`check`, with ``pairings``, ``pairing_rules`` and ``planned_rounds``. A file is one task, because
    an event ends where 5,000 games of its file have passed without it. A result file is checked by itself: the games beside it are
    not looked for.

    :raises flagfall.Error: an option that cannot be used.
    """
    task = _tasks.of_checks(options, _tasks.EVENT)
    return _mapped(spark, units_of(spark, paths, None), task, _tasks.FINDINGS)


def failures(spark: SparkSession, paths: Paths, *, range_mib: int = RANGE_MIB, **options: Any) -> DataFrame:
    """What could not be read: ``file``, ``what`` and ``where`` (null for a whole file). The files are read for it.

    ``paths`` and options are those of :func:`check`.

    :raises flagfall.Error: an option that cannot be used.
    """
    task = _tasks.of_failures(options)
    return _mapped(spark, units_of(spark, paths, range_mib), task, _tasks.FAILURES)


def _mapped(spark: SparkSession, units: list[Any], task: Any, schema: Any) -> DataFrame:
    """The rows that a task makes of each unit, one partition for each."""
    rows = spark.createDataFrame([(number, *unit.row()) for number, unit in enumerate(units)], _tasks.UNITS)
    if len(units) > 1:
        # Without the column, Spark deals the units out with gaps: some tasks would have two, some none.
        rows = rows.repartitionByRange(len(units), "number")
    return rows.mapInArrow(task, schema)

