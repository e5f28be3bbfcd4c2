"""What the package costs beside the program, and Spark with one and with two workers: ``python/bench``.

Times are processor seconds, user and system together, because other work may share the machine. Of the rounds the best one counts.
``FLAGFALL_BENCH_MB`` is the size of the archive (default 1000), ``FLAGFALL_BENCH_ROUNDS`` the number of rounds (default 5).
"""

from __future__ import annotations

import os
import pathlib
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable

import archive
import cluster
import pyarrow

import flagfall
from flagfall.spark import check, duplicates, games

MB = int(os.environ.get("FLAGFALL_BENCH_MB", "1000"))
ROUNDS = int(os.environ.get("FLAGFALL_BENCH_ROUNDS", "5"))
SHARDS = 10
OF_EVERYTHING = ["--quiet", "--no-config", "--format=jsonl"]
#: The checks that `flagfall.spark.check` leaves to other tables.
ACROSS_GAMES = [name for name, scope in flagfall._flagfall.checks() if scope != "game"]

#: How many rows a command of the program writes.
ROWS: dict[str, int] = {}


def used(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def by_program(program: str, paths: list[str], *options: str) -> tuple[float, int]:
    """Seconds and rows. The rows go nowhere while the time is taken."""
    command = [program, "check", *OF_EVERYTHING, *options, *paths]
    before = used(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    seconds = used(resource.RUSAGE_CHILDREN) - before
    if " ".join(command) not in ROWS:
        with subprocess.Popen(command, stdout=subprocess.PIPE) as again:
            ROWS[" ".join(command)] = sum(1 for _ in again.stdout)
    return seconds, ROWS[" ".join(command)]


def by_package(paths: list[str], **options: object) -> tuple[float, int]:
    before = used(resource.RUSAGE_SELF)
    reader = pyarrow.RecordBatchReader.from_stream(flagfall.check(paths, config=False, **options))
    rows = sum(batch.num_rows for batch in reader)
    return used(resource.RUSAGE_SELF) - before, rows


def by_spark(spark: object, of: cluster.Cluster, paths: list[str], options: dict[str, object]) -> tuple[float, int]:
    before = of.seconds()
    rows = check(spark, paths, **options).count()
    return of.seconds() - before, rows


def line(title: str, size: int, seconds: float, rows: int, ratio: str = "") -> None:
    print(f"{title:<46}{seconds:>9.2f}{size / 1e6 / seconds:>8.0f}{1e9 * seconds / size:>9.2f}{rows / seconds:>10.0f}{ratio:>8}", flush=True)


def best(runs: dict[str, Callable[[], tuple[float, int]]]) -> dict[str, tuple[float, int]]:
    """The best of the rounds, in which every run has its turn."""
    results = [{name: run() for name, run in runs.items()} for _ in range(ROUNDS)]
    return {name: min(result[name] for result in results) for name in runs}


def main(program: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        count, size = archive.write(folder, SHARDS, MB * 1_000_000 // SHARDS)
        plain = sorted(map(str, folder.glob("*.pgn")))
        packed = sorted(map(str, folder.glob("*.zst")))
        print(f"{count} games, {size / 1e6:.0f} MB in {SHARDS} files; CPU seconds, MB/s, ms/MB, rows/s")

        for title, paths in (("plain", plain), ("zst", packed)):
            for jobs in (1, 2):
                found = best({
                    "program": lambda: by_program(program, paths, f"--jobs={jobs}"),
                    "package": lambda: by_package(paths, jobs=jobs),
                })
                assert found["program"][1] == found["package"][1]
                line(f"{title}, jobs={jobs}: flagfall check", size, *found["program"])
                speed = found["program"][0] / found["package"][0]
                line(f"{title}, jobs={jobs}: flagfall.check", size, *found["package"], f"{speed:.2f}x")

        # Spark's check looks at single games; what the program does for several games together is left out here too.
        ignore = ",".join(ACROSS_GAMES)
        alone = best({"program": lambda: by_program(program, packed, "--jobs=1", f"--ignore={ignore}")})["program"]
        line("zst, single games: flagfall check, jobs=1", size, *alone)
        one = by_workers(folder, 1, packed, size, alone[0])
        two = by_workers(folder, 2, packed, size, alone[0])
        print(f"two workers take {two / one:.3f} of the processor time of one")
        shuffled(folder, packed, count)


def by_workers(folder: pathlib.Path, workers: int, paths: list[str], size: int, alone: float) -> float:
    with cluster.session(folder / f"cluster{workers}", workers) as (spark, of):
        # Not measured: the executors start, and Java compiles what it runs often.
        for _ in range(2):
            by_spark(spark, of, paths, {})
        found = best({"spark": lambda: by_spark(spark, of, paths, {})})["spark"]
        line(f"zst, single games: Spark, {workers} worker(s)", size, *found, f"{found[0] / alone:.2f}")
        return found[0]


def shuffled(folder: pathlib.Path, paths: list[str], count: int) -> None:
    """Prints how many bytes a game the shuffle of the keys writes."""
    with cluster.session(folder / "cluster", 2) as (spark, of):
        output = str(folder / "games")
        # Twice, as Java compiles what it runs often. All columns are wanted: a count alone would shuffle fewer.
        for _ in range(2):
            before = of.seconds()
            games(spark, paths).write.mode("overwrite").parquet(output)
            written, kept = of.seconds(), of.shuffled()
            copies = duplicates(spark.read.parquet(output))
            copies.write.format("noop").mode("overwrite").save()
            took, shuffle = of.seconds() - written, sum(size for path, size in of.shuffled().items() if path not in kept)
        length = sum(path.stat().st_size for path in pathlib.Path(output).glob("*.parquet"))
        print(f"games: {1e6 * (written - before) / count:.1f} us and {length / count:.0f} bytes of Parquet a game")
        print(f"duplicates: {1e6 * took / count:.1f} us and {shuffle / count:.0f} bytes of shuffle a game")


if __name__ == "__main__":
    main(sys.argv[1])
