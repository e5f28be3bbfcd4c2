"""A stand-alone Spark cluster on the loopback, and the processor time that it takes."""

from __future__ import annotations

import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pyspark
from pyspark.sql import SparkSession


def free_port() -> int:
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        return opened.getsockname()[1]


class Cluster:
    """A master and workers with one core each."""

    def __init__(self, folder: pathlib.Path, workers: int) -> None:
        self.folder, self.processes, self.port = folder, [], free_port()
        folder.mkdir()
        self.url = f"spark://127.0.0.1:{self.port}"
        self._start("master.Master", "--port", str(self.port))
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                break
            time.sleep(0.2)
        self.workers = [self._start("worker.Worker", "--cores", "1", "--memory", "2g", self.url) for _ in range(workers)]

    def _start(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        program = pathlib.Path(pyspark.__file__).parent / "bin" / "spark-class"
        command = [str(program), f"org.apache.spark.deploy.{name}", "--host", "127.0.0.1", "--webui-port", "0", *arguments]
        env = os.environ | {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_WORKER_DIR": str(self.folder)}
        env["SPARK_LOCAL_DIRS"] = str(self.folder)
        with (self.folder / f"{len(self.processes)}.log").open("wb") as log:
            process = subprocess.Popen(command, env=env, stdout=log, stderr=log, start_new_session=True)
        self.processes.append(process)
        return process

    def seconds(self) -> float:
        """Processor seconds of the workers with all that they have started: executors and their Pythons."""
        return sum(_of_session(worker.pid) for worker in self.workers)

    def shuffled(self) -> dict[pathlib.Path, int]:
        """The files that shuffles have written, with their sizes."""
        return {path: path.stat().st_size for path in self.folder.rglob("shuffle_*.data")}

    def stop(self) -> None:
        for process in reversed(self.processes):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _of_session(session: int) -> float:
    """Processor seconds of a session's processes, and of those that they have waited for."""
    ticks = 0
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(fields[3]) == session:
                    ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def session(folder: pathlib.Path, workers: int) -> Iterator[tuple[SparkSession, Cluster]]:
    """A session on a cluster of its own."""
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    cluster = Cluster(folder, workers)
    usual = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.executor.memory": "1g",
        "spark.executor.cores": "1",
        "spark.sql.shuffle.partitions": "8",
        # Work begins when all workers are there.
        "spark.scheduler.minRegisteredResourcesRatio": "1.0",
        "spark.cores.max": str(workers),
    }
    builder = SparkSession.builder.master(cluster.url).appName("flagfall bench")
    for key, value in usual.items():
        builder = builder.config(key, value)
    spark = None
    try:
        spark = builder.getOrCreate()
        spark.sparkContext.setLogLevel("ERROR")
        yield spark, cluster
    finally:
        if spark is not None:
            spark.stop()
        cluster.stop()
