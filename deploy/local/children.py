"""Child processes run in their own group, end when this process ends, and are stopped gracefully."""

import asyncio
import ctypes
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from deploy.local.places import Account

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
TAIL_LINES = 12


class ChildFailed(RuntimeError):
    """A child ended or did not become ready. The message contains its last output."""


def die_with_parent(number: int) -> None:
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, number)


@dataclass
class Child:
    name: str
    process: subprocess.Popen[bytes]
    log: Path
    stop_signal: int = signal.SIGTERM
    grace: float = 20.0

    @property
    def pid(self) -> int:
        return self.process.pid

    def last_words(self) -> str:
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return "\n".join(lines[-TAIL_LINES:])

    async def until(self, ready: Callable[[], bool], patience: float) -> None:
        """Waits until the child is ready. Raises ChildFailed with its output if it ends or takes too long."""
        deadline = time.monotonic() + patience
        while not ready():
            if self.process.poll() is not None:
                raise ChildFailed(f"{self.name} ended ({self.process.returncode}):\n{self.last_words()}")
            if time.monotonic() > deadline:
                raise ChildFailed(f"{self.name} was not ready after {patience:.0f} s:\n{self.last_words()}")
            await asyncio.sleep(0.02)

    async def ended(self) -> int:
        while (code := self.process.poll()) is None:  # noqa: ASYNC110 - works in any loop, also after it was replaced
            await asyncio.sleep(0.02)
        return code

    async def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(self.stop_signal)
        try:
            await asyncio.wait_for(self.ended(), self.grace)
        except TimeoutError:
            self.process.kill()
            await self.ended()


def spawn(
    name: str,
    command: Sequence[str | Path],
    *,
    log: Path,
    cwd: Path,
    stop_signal: int = signal.SIGTERM,
    account: Account | None = None,
    environment: Mapping[str, str] | None = None,
) -> Child:
    """Starts a child in its own process group, so that Ctrl-C reaches only this process. Call from the main
    thread."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as out:
        process = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            cwd=cwd,
            env=None if environment is None else dict(environment),
            start_new_session=True,
            preexec_fn=lambda: die_with_parent(stop_signal),
            user=account.uid if account else None,
            group=account.gid if account else None,
            extra_groups=[] if account else None,
        )
    return Child(name, process, log, stop_signal)


async def finish(
    name: str, command: Sequence[str | Path], *, log: Path, cwd: Path, account: Account | None = None
) -> None:
    """Runs a short command. Raises ChildFailed with its output if it fails."""
    child = spawn(name, command, log=log, cwd=cwd, account=account)
    if code := await child.ended():
        raise ChildFailed(f"{name} failed ({code}):\n{child.last_words()}")
