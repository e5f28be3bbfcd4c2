"""Spark has the program's rows: on this machine, on a cluster of two workers, and when one of them is killed."""

import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

import pytest

pyspark = pytest.importorskip("pyspark")
if shutil.which("java") is None:
    pytest.skip("Spark needs Java 17", allow_module_level=True)

import pyarrow  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

import flagfall  # noqa: E402

TODAY = "2026-11-22"
RANDOM = random.Random(7)
#: MiB of the plain file; ten packed shards have half as much together. 96 are the 100 MB of a release.
SIZE = int(os.environ.get("FLAGFALL_SPARK_MIB", "3"))
#: In how many parts the plain file is read.
PARTS = range(1, 9) if SIZE >= 64 else (1, SIZE)


def games_of(root, rng):
    """Games of all fixtures, with places and copies that only whole files show."""
    paths = sorted((root / "fixtures/checks").rglob("*.pgn"))
    texts = [path.read_bytes().removeprefix(b"\xef\xbb\xbf").strip() for path in paths]
    # Those that begin with an Event tag and end with a result, as in an archive.
    texts = [text for text in texts if text.startswith(b"[") and not text.startswith(b"\xff") and b"Event" in text[:7]]
    assert len(texts) > 40
    event = 0
    while True:
        event += 1
        yield from rng.sample(texts, 3)
        players = [f"Player {event} {n}" for n in range(4)]
        # The pairing of the second game is wrong: somebody plays twice.
        rounds = [(1, 0, 1), (1, 0, 3), (2, 1, 2), (2, 3, 0), (3, 0, 2), (3, 1, 3)]
        for number, white, black in rounds:
            tags = {"Event": f"Open {event}", "Site": "Lüneburg", "Date": "2024.05.01", "Round": number}
            tags |= {"White": players[white], "Black": players[black], "Result": "1-0"}
            header = "".join(f'[{tag} "{value}"]\n' for tag, value in tags.items())
            encoding = "latin-1" if event % 50 == 7 else "utf-8"
            # Long comments in a large archive: it is the rows that take time to compare.
            comment = rng.randbytes(16 * SIZE).hex()
            yield f"{header}\n1. e4 e5 2. Nf3 {{{comment}}} Nc6 1-0".encode(encoding)


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """Ten packed shards and one plain file."""
    root = pathlib.Path(os.environ.get("FLAGFALL_ROOT", pathlib.Path(__file__).resolve().parents[2]))
    folder = tmp_path_factory.mktemp("archive")
    games = games_of(root, RANDOM)
    for shard in range(11):
        text = bytearray()
        while len(text) < (SIZE << 20) // (20 if shard < 10 else 1) - 4_000:
            text += next(games) + b"\n\n"
        if shard == 10:
            (folder / "plain.pgn").write_bytes(text)
        else:
            with pyarrow.CompressedOutputStream(str(folder / f"shard{shard}.pgn.zst"), "zstd") as out:
                out.write(bytes(text))
    return folder


@pytest.fixture(scope="module")
def expected(archive):
    """The program's rows."""
    return program(archive)


def program(*paths, options=()):
    command = [sys.executable, "-m", "flagfall", "check", "--format=jsonl", "--quiet", "--no-config", f"--today={TODAY}"]
    ran = subprocess.run([*command, *options, *map(str, paths)], capture_output=True, text=True, check=False)
    rows = [json.loads(line) for line in ran.stdout.splitlines()]
    for row in rows:
        for key in ("expected", "found", "fix"):
            if key in row and not isinstance(row[key], str):
                row[key] = json.dumps(row[key], separators=(",", ":"), ensure_ascii=False)
    return ordered(rows)


def ordered(rows):
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


def rows_of(*tables):
    rows = []
    for table in tables:
        for row in table.toArrow().to_pylist():
            kept = {key: value for key, value in row.items() if value is not None}
            if "data" in kept:
                kept["data"] = json.loads(kept["data"])
            rows.append(kept)
    return ordered(rows)


def session(master, **settings):
    builder = SparkSession.builder.master(master).appName("flagfall tests")
    usual = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": "4",
        "spark.driver.memory": "1g",
    }
    for key, value in (usual | settings).items():
        builder = builder.config(key, value)
    return builder.getOrCreate()


@pytest.fixture(scope="module", autouse=True)
def python_of_the_workers():
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    os.environ |= {"AWS_ACCESS_KEY_ID": "x", "AWS_SECRET_ACCESS_KEY": "x", "AWS_DEFAULT_REGION": "us-east-1"}
    os.environ["AWS_ENDPOINT_URL"] = f"http://127.0.0.1:{free_port()}"
    folder = pathlib.Path(flagfall.__file__).parent.parent
    os.environ["PYTHONPATH"] = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])


@pytest.fixture(scope="module")
def spark(python_of_the_workers):
    spark = session("local[2]")
    yield spark
    spark.stop()


def same(rows, expected):
    missing, more = sorted(set(expected) - set(rows)), sorted(set(rows) - set(expected))
    assert (missing[:3], more[:3]) == ([], [])
    assert len(rows) == len(expected)


@pytest.mark.parametrize("parts", PARTS)
def test_the_rows_are_those_of_the_program(spark, archive, expected, parts):
    from flagfall.spark import _units, check, duplicates, events, games

    paths, options, range_mib = [str(archive)], {"today": TODAY}, -(-SIZE // parts)
    units = _units.units_of(spark, paths, range_mib)
    assert len(units) == 10 + parts
    played = games(spark, paths, range_mib=range_mib, **options)
    found = [check(spark, paths, range_mib=range_mib, **options), duplicates(played), events(spark, paths, **options)]
    rows = rows_of(*found)
    assert {json.loads(row)["check"] for row in rows} > {"duplicate-game", "plays-twice", "illegal-move", "encoding"}
    same(rows, expected)


@pytest.mark.parametrize("partitions", range(1, 9))
def test_any_number_of_partitions_has_the_same_rows(spark, archive, partitions):
    from flagfall.spark import check

    options = {"select": ["illegal-move"], "today": TODAY}
    found = check(spark, str(archive), range_mib=-(-SIZE // 8), **options).coalesce(partitions)
    assert found.rdd.getNumPartitions() == partitions
    same(rows_of(found), program(archive, options=["--select=illegal-move"]))


def test_each_unit_has_a_partition_of_its_own(spark, archive):
    from pyspark.sql import functions as F

    from flagfall.spark import games

    played = games(spark, str(archive), range_mib=1, today=TODAY)
    found = played.select("file", F.spark_partition_id().alias("part")).distinct().toArrow().to_pylist()
    assert len(found) == len({row["part"] for row in found}) == played.rdd.getNumPartitions() == 10 + SIZE


def test_a_packed_file_of_several_frames_is_cut(spark, archive, tmp_path):
    from flagfall.spark import _units, check, failures, games

    text = (archive / "plain.pgn").read_bytes()[: 3 << 20]
    # A file that is larger than a range when it is packed, and is packed without regard to games.
    text = re.sub(rb" Nc6 1-0", lambda _: b" {" + RANDOM.randbytes(400).hex().encode() + b"} Nc6 1-0", text)
    pieces = [text[at : at + 700_000] for at in range(0, len(text), 700_000)]
    path = tmp_path / "frames.pgn.zst"
    path.write_bytes(b"".join(pyarrow.Codec("zstd").compress(piece, asbytes=True) for piece in pieces))
    units = _units.units_of(spark, str(path), 1)
    assert len(units) == -(-len(pieces) // 2) and all(unit.packed is not None for unit in units)
    found = rows_of(check(spark, str(path), range_mib=1, today=TODAY))
    ignore = ",".join(name for name, scope in flagfall._flagfall.checks() if scope != "game")
    same(found, program(path, options=[f"--ignore={ignore}"]))
    assert failures(spark, str(path), range_mib=1).count() == 0
    one = pyarrow.table(flagfall.games(str(path), config=False, today=TODAY)).to_pylist()
    assert ordered(games(spark, str(path), range_mib=1, today=TODAY).toArrow().to_pylist()) == ordered(one)
    # An index that is wrong: the file is one unit, as if it had none.
    frames = [pyarrow.Codec("zstd").compress(piece, asbytes=True) for piece in pieces]
    sizes = [(len(frame), len(piece)) for frame, piece in zip(frames, pieces)]
    sizes[1], sizes[2] = (sizes[1][0], sizes[1][1] - 5), (sizes[2][0], sizes[2][1] + 5)
    table = b"".join(struct.pack("<II", *size) for size in sizes)
    end = struct.pack("<IBI", len(sizes), 0, 0x8F92EAB1)
    path.write_bytes(b"".join(frames) + struct.pack("<II", 0x184D2A5E, len(table) + len(end)) + table + end)
    assert [unit.start for unit in _units.units_of(spark, str(path), 1)] == [None]


def test_games_are_those_of_one_machine(spark, archive):
    from flagfall.spark import games

    one = pyarrow.table(flagfall.games(str(archive), config=False, today=TODAY)).to_pylist()
    many = games(spark, str(archive), range_mib=1, today=TODAY).toArrow().to_pylist()
    assert ordered(many) == ordered(one)


def test_checks_can_be_chosen(spark, archive):
    from flagfall.spark import check, events

    options = {"select": ["illegal-move", "plays-twice"], "today": TODAY}
    rows = rows_of(check(spark, str(archive), **options), events(spark, str(archive), **options))
    same(rows, program(archive, options=["--select=illegal-move,plays-twice"]))
    with pytest.raises(flagfall.Error, match="did you mean"):
        check(spark, str(archive), ignore=["ilegal-move"])
    with pytest.raises(TypeError, match="no option is called jobs"):
        check(spark, str(archive), jobs=2)


def test_bad_files_are_rows(spark, archive, tmp_path):
    from flagfall.spark import check, failures

    broken = tmp_path / "broken.pgn.zst"
    broken.write_bytes((archive / "shard0.pgn.zst").read_bytes()[:10_000])
    (tmp_path / "good.pgn").write_bytes(b'[Event "a"]\n\n1. e4 e5 2. Ke3 1-0\n')
    (tmp_path / "other.txt").write_text("not chess")
    paths = [str(tmp_path), str(tmp_path / "none.pgn")]
    rows = failures(spark, paths).toArrow().to_pylist()
    assert {row["file"] for row in rows} == {str(broken), str(tmp_path / "none.pgn")}
    by_file = {row["file"]: row for row in rows}
    assert by_file[paths[1]]["what"] == "no such file or folder; check the path"
    assert "truncated" in by_file[str(broken)]["what"]
    assert check(spark, paths, select=["illegal-move"]).count() > 0


def test_files_in_s3(spark, archive):
    moto = pytest.importorskip("moto.server")
    from pyarrow.fs import S3FileSystem

    from flagfall.spark import _tasks, check, failures

    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=int(os.environ["AWS_ENDPOINT_URL"].rpartition(":")[2]))
    server.start()
    try:
        # Arrow makes buckets only where that is asked for.
        host = os.environ["AWS_ENDPOINT_URL"].removeprefix("http://")
        S3FileSystem(endpoint_override=host, scheme="http", allow_bucket_creation=True).create_dir("bucket")
        system, _ = _tasks.filesystem("s3a://bucket/archive")
        names = ["plain.pgn", "shard0.pgn.zst"]
        for name in names:
            with system.open_output_stream(f"bucket/archive/{name}") as out:
                out.write((archive / name).read_bytes())
        local = rows_of(check(spark, [str(archive / name) for name in names], range_mib=1, today=TODAY))
        for paths in ("s3a://bucket/archive", ["s3a://bucket/archive/*.pgn", "s3a://bucket/archive/shard0.pgn.zst"]):
            rows = rows_of(check(spark, paths, range_mib=1, today=TODAY))
            same([row.replace("s3a://bucket/archive", str(archive)) for row in rows], local)
        assert failures(spark, "s3a://bucket/archive/none.pgn").count() == 1
    finally:
        server.stop()


def test_parquet(spark, archive, tmp_path, expected):
    from flagfall.spark.__main__ import main

    spark.stop()
    output = tmp_path / "tables"
    assert main(["check", str(archive), "--output", str(output), "--master", "local[2]", "--today", TODAY]) == 1
    import duckdb

    found = duckdb.sql(f"select count(*), count(distinct file) from '{output}/findings/*.parquet'").fetchall()
    assert found == [(len(expected), 11)]


# --- a cluster ---


def free_port():
    with contextlib.closing(socket.socket()) as opened:
        opened.bind(("127.0.0.1", 0))
        return opened.getsockname()[1]


@contextlib.contextmanager
def cluster(folder, workers):
    """A master and workers of their own on the loopback. Gives the URL and the processes of the workers."""
    spark_class = pathlib.Path(pyspark.__file__).parent / "bin" / "spark-class"
    port = free_port()
    url = f"spark://127.0.0.1:{port}"
    env = os.environ | {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_WORKER_DIR": str(folder), "SPARK_DAEMON_MEMORY": "256m"}
    started = []

    def start(name, *arguments):
        log = (folder / f"{len(started)}.log").open("wb")
        command = [str(spark_class), f"org.apache.spark.deploy.{name}", "--host", "127.0.0.1", "--webui-port", "0", *arguments]
        process = subprocess.Popen(command, env=env, stdout=log, stderr=log, start_new_session=True)
        started.append(process)
        return process

    def stop(process):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    try:
        start("master.Master", "--port", str(port))
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.3)
        running = [start("worker.Worker", "--cores", "1", "--memory", "1g", url) for _ in range(workers)]
        yield url, running, stop
    finally:
        for process in reversed(started):
            stop(process)


CLUSTER = {"spark.executor.memory": "512m", "spark.executor.cores": "1", "spark.task.maxFailures": "8"}


def test_a_killed_worker_loses_nothing(python_of_the_workers, archive, expected, tmp_path):
    from flagfall.spark import check, duplicates, events, games

    active = SparkSession.getActiveSession()
    if active is not None:
        active.stop()
    with cluster(tmp_path, 2) as (url, workers, stop):
        spark = session(url, **CLUSTER)
        try:
            paths, options = [str(archive)], {"today": TODAY}
            # Both workers have work before one is killed.
            tracker = spark.sparkContext.statusTracker()
            killed = threading.Event()

            def kill():
                deadline = time.monotonic() + 120
                while time.monotonic() < deadline:
                    infos = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
                    if any(info and info.numActiveTasks >= 2 for info in infos):
                        stop(workers[1])
                        killed.set()
                        return
                    time.sleep(0.02)

            thread = threading.Thread(target=kill)
            thread.start()
            found = [check(spark, paths, range_mib=1, **options), events(spark, paths, **options)]
            found.append(duplicates(games(spark, paths, range_mib=1, **options)))
            rows = rows_of(*found)
            thread.join()
            assert killed.is_set()
            same(rows, expected)
        finally:
            spark.stop()
