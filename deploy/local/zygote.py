"""A parent process that imports everything once. The services are forks of this process and share its memory.
It reads commands from its standard input, one JSON object per line (`start`: name, what to run, environment),
and reports results on its standard output in the same way. When its standard input ends, its parent is gone,
so it stops all services."""

import gc
import importlib
import json
import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy.orm import configure_mappers

from deploy.local.children import die_with_parent

SHARED = (
    "aiohttp.web",
    "aiokafka",
    "aiosmtpd.smtp",
    "alembic.command",
    "asyncpg",
    "fastapi",
    "faststream.kafka",
    "joserfc.jwt",
    "prometheus_client",
    "pydantic.v1",
    "pydantic_settings",
    "pwdlib",
    "redis.asyncio",
    "sqlalchemy.ext.asyncio",
    "sqlmodel",
    "structlog",
    "uvicorn",
    "uvicorn.lifespan.on",
    "uvicorn.protocols.http.httptools_impl",
    "uvloop",
    "libs.kit.http.idempotency",
    "libs.kit.media.pictures",
    # Two services open the object store at start. Its library takes one megabyte in each process that loads
    # it.
    "obstore.store",
    "deploy.run",
    "libs.kit.http.schemas",
    "libs.kit.service",
    "libs.kit.db.migrate",
    "libs.kit.events.topics",
    "libs.contracts.frames",
    "deploy.prepare",
    "deploy.local.mailbox",
    "deploy.billplz.main",
    "gateway.main",
)
FIRST_WAIT, LONGEST_WAIT = 0.2, 5.0
# A child that ran this long is restarted without a delay.
SETTLED = 30.0
# Stopped first, so that no new client connects while services stop.
STOPPED_FIRST = "gateway"
GRACE = 12.0
PR_SET_NAME = 15


@dataclass
class Part:
    name: str
    call: str
    environment: dict[str, str]
    log: str
    once: bool = False
    pid: int = 0
    born: float = 0.0
    falls: int = 0
    again_at: float | None = None
    dismissed: bool = False

    def wait(self) -> float:
        """Returns the delay in seconds before the child is restarted."""
        return float(min(LONGEST_WAIT, FIRST_WAIT * 2**self.falls))


@dataclass
class Zygote:
    parts: dict[str, Part] = field(default_factory=dict)
    leaving_since: float | None = None

    @property
    def leaving(self) -> bool:
        return self.leaving_since is not None

    def run(self, commands: int, wake: int) -> None:
        """Runs until it is stopped and all children have ended."""
        reader = Lines(commands)
        while not (self.leaving and not self._alive()):
            watched = [wake] if self.leaving else [wake, commands]
            ready, _, _ = select.select(watched, [], [], self._patience())
            if wake in ready:
                os.read(wake, 512)
            if commands in ready and not self._obey(reader):
                self.leave()
            self._bury()
            if self.leaving:
                self.leave()
            else:
                self._revive()

    def leave(self) -> None:
        """Stops the gateways first, then the other children. After the grace period, kills those that are
        left."""
        self.leaving_since = self.leaving_since or time.monotonic()
        for part in self.parts.values():
            part.again_at = None
        gateways = [item for item in self.parts.values() if item.name.startswith(STOPPED_FIRST) and item.pid]
        late = time.monotonic() - self.leaving_since > GRACE
        for part in gateways if gateways and not late else list(self.parts.values()):
            if part.pid and (late or not part.dismissed):
                part.dismissed = True
                os.kill(part.pid, signal.SIGKILL if late else signal.SIGTERM)

    def _obey(self, reader: "Lines") -> bool:
        lines = reader.read()
        for line in lines or ():
            part = Part(**json.loads(line))
            self.parts[part.name] = part
            self._fork(part)
        return lines is not None

    def _alive(self) -> bool:
        return any(part.pid for part in self.parts.values())

    def _patience(self) -> float | None:
        if self.leaving:
            return 0.2
        due = [part.again_at for part in self.parts.values() if part.again_at is not None]
        return max(0.0, min(due) - time.monotonic()) if due else None

    def _fork(self, part: Part) -> None:
        part.again_at, part.born = None, time.monotonic()
        part.pid = os.fork()
        if part.pid == 0:
            _live(part)
        report(started=part.name, pid=part.pid)

    def _bury(self) -> None:
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            for part in self.parts.values():
                if part.pid == pid:
                    self._ended(part, os.waitstatus_to_exitcode(status))

    def _ended(self, part: Part, code: int) -> None:
        part.pid = 0
        if part.once or self.leaving:
            report(ended=part.name, code=code)
            return
        part.falls = 0 if time.monotonic() - part.born > SETTLED else part.falls
        wait = part.wait()
        part.falls += 1
        part.again_at = time.monotonic() + wait
        report(died=part.name, code=code, again_in=wait)

    def _revive(self) -> None:
        for part in list(self.parts.values()):
            if part.again_at is not None and part.again_at <= time.monotonic():
                self._fork(part)


class Lines:
    """Reads complete lines from a pipe. Returns None when the other end is closed."""

    def __init__(self, pipe: int) -> None:
        self._pipe, self._rest = pipe, b""

    def read(self) -> list[bytes] | None:
        arrived = os.read(self._pipe, 65536)
        *lines, self._rest = (self._rest + arrived).split(b"\n")
        return lines if arrived else None


def report(**what: Any) -> None:
    """Writes a line for the launcher. Ignores a launcher that was killed."""
    try:
        os.write(1, json.dumps(what).encode() + b"\n")
    except BrokenPipeError:
        return


def _live(part: Part) -> None:
    """Runs the service in the child process. Never returns."""
    code = 1
    try:
        _become(part)
        module, _, name = part.call.partition(":")
        function, _, argument = name.partition(" ")
        called: Callable[..., object] = getattr(importlib.import_module(module), function)
        called(*([argument] if argument else []))
        code = 0
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 1
        if isinstance(leaving.code, str):
            print(leaving.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _become(part: Part) -> None:
    die_with_parent(signal.SIGTERM)
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    log = os.open(part.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for target, source in ((0, nothing), (1, log), (2, log)):
        os.dup2(source, target)
    os.environ.update(part.environment)
    _name_process(f"wangi-{part.name}")


def _name_process(name: str) -> None:
    from deploy.local.children import LIBC

    if LIBC is not None:
        LIBC.prctl(PR_SET_NAME, name[:15].encode())


def _import_all() -> None:
    # Imports create hardly any garbage. Collecting it took 0.5 of 4.6 s.
    gc.disable()
    for module in SHARED:
        importlib.import_module(module)
    for service in sorted((Path(__file__).parents[2] / "services").iterdir()):
        for file in sorted((*service.glob("*.py"), *service.glob("*/*.py"))):
            room = file.relative_to(service).with_suffix("")
            if room.parts[0] not in ("tests", "migrations") and file.stem != "__init__":
                importlib.import_module(".".join(("services", service.name, *room.parts)))
    configure_mappers()
    gc.collect()
    gc.freeze()
    gc.enable()


def main() -> None:
    die_with_parent(signal.SIGTERM)
    zygote = Zygote()
    wake_read, wake_write = os.pipe()
    os.set_blocking(wake_write, False)
    _import_all()
    signal.set_wakeup_fd(wake_write)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: zygote.leave())
    report(ready=True)
    zygote.run(0, wake_read)


if __name__ == "__main__":
    main()
