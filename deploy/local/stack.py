"""Real servers for a test run, on free ports with temporary data. The whole platform can be started on
request."""

import asyncio
import contextlib
import fcntl
import os
import random
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from deploy.local import environment, places
from deploy.local.children import ChildFailed
from deploy.local.doctor import is_taken
from deploy.local.passwords import Passwords
from deploy.local.ports import CLOSED_TO_BROWSERS, Ports, moved, several
from deploy.local.running import Running
from deploy.local.servers import Servers, start_servers
from deploy.prepare import prepare_servers

Answer = TypeVar("Answer")
PREFIX = "wangi-test-"
# Below the ephemeral ports of the system, so that no program takes a port in between.
OFFSETS = range(1000, 13000, 100)
PATIENCE = 300.0


@dataclass(frozen=True)
class Stack:
    state: Path
    ports: Ports
    offset: int
    servers: Servers
    passwords: Passwords

    @property
    def admin_url(self) -> str:
        return self.servers.admin_url

    @property
    def database_urls(self) -> dict[str, str]:
        """Returns the database URL of each service and of `migrator`."""
        return environment.database_urls(self.servers, self.passwords)

    @property
    def parts(self) -> dict[str, environment.Environment]:
        return environment.of_parts(self.state, self.ports, self.servers, self.passwords)

    @contextlib.contextmanager
    def platform(self, **variables: str) -> Iterator[Ports]:
        """Runs all processes of `make up` on these servers."""
        borrowed = {
            "DATABASE_URL": self.servers.admin_url,
            "REDIS_URL": self.servers.redis_url,
            "KAFKA_BOOTSTRAP_SERVERS": self.servers.kafka_bootstrap,
        }
        quiet = {
            "WANGI_PORT_OFFSET": str(self.offset),
            "WANGI_BOTS": "0",
        }  # Without bots, because prices would otherwise change by themselves.
        with launched(self.state, quiet | borrowed | variables):
            yield self.ports


@contextlib.contextmanager
def start_stack(*, prepared: bool = True, is_durable: bool = True) -> Iterator[Stack]:
    """Starts and prepares the servers, and deletes everything at the end. Call from the main thread. Without
    `is_durable`, PostgreSQL does not wait for the disk."""
    _sweep()
    state = Path(tempfile.gettempdir()) / f"{PREFIX}{os.getpid()}-{secrets.token_hex(4)}"
    state.mkdir()
    offset = free_offset()
    ports, passwords = moved(offset), Passwords.of(state)
    servers = _now(start_servers(state, ports, borrow=False, is_durable=is_durable))
    try:
        if prepared:
            _now(prepare_servers(environment.of_setup(state, ports, servers, passwords)))
        yield Stack(state, ports, offset, servers, passwords)
    finally:
        _now(servers.stop())
        throw_away(state)


@contextlib.contextmanager
def launched(state: Path, variables: dict[str, str]) -> Iterator["subprocess.Popen[bytes]"]:
    """Runs `make up` on this state folder."""
    everything = os.environ | {"WANGI_LOCAL": str(state)} | variables
    log = state / "launcher.log"
    state.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as out:
        command = [sys.executable, "-m", "deploy.local", "up"]
        launcher = subprocess.Popen(command, env=everything, stdout=out, stderr=out, cwd=places.ROOT)
    try:
        _until_ready(launcher, state, log)
        yield launcher
    finally:
        launcher.terminate()
        launcher.wait(PATIENCE)


def free_offset() -> int:
    """Returns an offset whose ports are all free and not reserved by another process."""
    for offset in random.sample(OFFSETS, len(OFFSETS)):
        ports = moved(offset)
        if ports.gateway in CLOSED_TO_BROWSERS:
            continue
        if _is_ours(offset) and not any(
            is_taken(port) for port in {*vars(ports).values(), *several(ports, offset).values()}
        ):
            return offset
    raise ChildFailed("No room for the ports of a test run: something holds them all.")


def _is_ours(offset: int) -> bool:
    """Locks the offset until this process ends, because two runs may look for ports at the same time."""
    lock = os.open(
        Path(tempfile.gettempdir()) / f"wangi-ports-{os.geteuid()}-{offset}.lock", os.O_CREAT | os.O_RDWR
    )
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return False
    return True


def throw_away(state: Path) -> None:
    for folder in (*places.folders_outside(state), state):
        shutil.rmtree(folder, ignore_errors=True)


def _until_ready(launcher: "subprocess.Popen[bytes]", state: Path, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not ((run := Running.read(state)) and run.launcher == launcher.pid and run.ready):
        if launcher.poll() is not None or time.monotonic() > deadline:
            raise ChildFailed(f"The platform did not come up:\n{log.read_text(errors='replace')[-4000:]}")
        time.sleep(0.05)


def _sweep() -> None:
    """Deletes what killed test runs have left."""
    for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        pid = int(left.name.removeprefix(PREFIX).split("-")[0])
        with contextlib.suppress(PermissionError):
            if not _lives(pid):
                throw_away(left)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _now(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Runs a coroutine in a separate loop, because the tests' loop has not started yet."""
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()
