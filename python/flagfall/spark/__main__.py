"""``python -m flagfall.spark check PATH... --output FOLDER``: the tables of an archive as Parquet."""

from __future__ import annotations

import argparse
import sys

from pyspark.sql import SparkSession

import flagfall
from flagfall.spark import RANGE_MIB, check, duplicates, events, failures, games


def main(arguments: list[str] | None = None) -> int:
    """Write the tables. Returns the exit status of ``flagfall check``: 1 if there are errors, 2 if something could not be read."""
    parser = argparse.ArgumentParser(prog="python -m flagfall.spark", description=__doc__)
    parser.add_argument("command", choices=["check"])
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, patterns and URLs")
    parser.add_argument("--output", required=True, metavar="FOLDER", help="gets findings/, games/ and failures/")
    parser.add_argument("--master", metavar="URL", help="the cluster; otherwise that of spark-submit, or this machine")
    parser.add_argument("--range-mib", type=int, default=RANGE_MIB, metavar="N", help="MiB of a plain file in a task")
    for option in ("ruleset", "select", "ignore", "today", "time-control"):
        parser.add_argument(f"--{option}", help="as for flagfall check")
    given = parser.parse_args(arguments)
    options = {"ruleset": given.ruleset, "today": given.today, "time_control": given.time_control}
    lists = {name: value.split(",") for name in ("select", "ignore") if (value := getattr(given, name))}
    builder = SparkSession.builder.appName("flagfall")
    spark = (builder.master(given.master) if given.master else builder).getOrCreate()
    try:
        return _write(spark, given, options, lists)
    except flagfall.Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    finally:
        spark.stop()


def _write(spark: SparkSession, given: argparse.Namespace, options: dict[str, str | None], lists: dict[str, list[str]]) -> int:
    output = given.output.rstrip("/")
    cut = {"range_mib": given.range_mib}
    games(spark, given.paths, **options, **cut).write.parquet(f"{output}/games")
    found = check(spark, given.paths, **options, **lists, **cut).unionByName(events(spark, given.paths, **options, **lists))
    wanted = "select" not in lists or "duplicate-game" in lists["select"]
    if wanted and "duplicate-game" not in lists.get("ignore", []):
        found = found.unionByName(duplicates(spark.read.parquet(f"{output}/games")))
    found.write.parquet(f"{output}/findings")
    failures(spark, given.paths, **options, **cut).write.parquet(f"{output}/failures")
    if spark.read.parquet(f"{output}/failures").limit(1).count():
        return 2
    return int(spark.read.parquet(f"{output}/findings").where("severity = 'error'").limit(1).count() > 0)


if __name__ == "__main__":
    sys.exit(main())
