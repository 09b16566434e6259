"""Records the processes of a run. Used by a second start, by `make down`, by the doctor, and to end leftover
processes."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

GRACE = 40.0
CHILD_GRACE = 5.0


@dataclass
class Running:
    """A run with its launcher and children. Processes are identified by id and start time, because process
    ids are reused."""

    launcher: int
    base_url: str
    ready: bool = False
    births: dict[str, str] = field(default_factory=dict)
    children: dict[str, int] = field(default_factory=dict)

    @classmethod
    def read(cls, state: Path) -> "Running | None":
        """Returns the stored run, or None. The run may have ended since."""
        try:
            return cls(**json.loads(_file(state).read_text()))
        except (FileNotFoundError, ValueError, TypeError):
            return None

    def write(self, state: Path) -> None:
        """Replaces the file atomically."""
        pids = {self.launcher, *self.children.values()}
        self.births = {str(pid): self.births.get(str(pid)) or birth_of(pid) for pid in pids}
        draft = _file(state).with_suffix(".new")
        draft.write_text(json.dumps(asdict(self)))
        draft.replace(_file(state))

    @property
    def alive(self) -> bool:
        return self._lives(self.launcher)

    def leftovers(self) -> dict[str, int]:
        return {name: pid for name, pid in self.children.items() if self._lives(pid)}

    def _lives(self, pid: int) -> bool:
        born = self.births.get(str(pid))
        return bool(born) and birth_of(pid) == born


def birth_of(pid: int) -> str:
    """Returns the start time of a process as the system reports it, or an empty text if the process is
    gone."""
    if not Path("/proc/self/stat").exists():
        asked = subprocess.run(
            ["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False
        )
        return asked.stdout.strip()
    try:
        state, *rest = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return ""
    return "" if state in "ZX" else rest[18]


def forget(state: Path) -> None:
    _file(state).unlink(missing_ok=True)


def end_leftovers(run: Running) -> list[str]:
    """Ends the children of a killed launcher. Returns their names."""
    names = list(run.leftovers())
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        for pid in run.leftovers().values():
            with suppress(ProcessLookupError):  # The process has ended in the meantime.
                os.kill(pid, number)
        if _wait(lambda: not run.leftovers(), CHILD_GRACE):
            break
    return names


def stop(state: Path) -> bool:
    """Stops a run and its leftover processes. Returns True if there was anything to stop."""
    run = Running.read(state)
    if run is None:
        return False
    was_alive = run.alive
    if was_alive:
        os.kill(run.launcher, signal.SIGTERM)
        _wait(lambda: not run.alive, GRACE)
    left = end_leftovers(Running.read(state) or run)
    forget(state)
    return was_alive or bool(left)


def _wait(done: Callable[[], bool], patience: float) -> bool:
    deadline = time.monotonic() + patience
    while not done():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def _file(state: Path) -> Path:
    return state / "running.json"
