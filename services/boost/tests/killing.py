"""A process that dies between two lines of its own code, wherever that is: no point need be named."""

import sys
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from sqlalchemy import event

from libs.kit.db.database import Database
from libs.kit.process import buggify
from services.boost.payments.providers.calling import read_json

HOME = f"{Path(__file__).parents[1]}/"
PASSIVE = ("rules.py", "models.py", "queries.py", "schemas.py", "jobs.py")


@cache
def is_active(file: str) -> bool:
    """Whether a file of boost does something by itself: it opens transactions or calls others."""
    own = file.removeprefix(HOME)
    return own != file and not own.startswith("tests/") and not own.endswith(PASSIVE)


class Death:
    """The death of a process before the first of its lines after the nth act: a statement that writes, a
    commit, or an answer of the provider. Between two acts all lines are one death: only memory differs."""

    def __init__(self, act: int) -> None:
        self.left = act
        self.place: str | None = None

    def enter(self, frame: FrameType, what: str, _: object) -> Any:
        """Look at each call, and at the lines of those that are the service's own."""
        if what == "call" and frame.f_code is read_json.__code__:
            self.left -= 1
        return self.strike if is_active(frame.f_code.co_filename) else None

    def strike(self, frame: FrameType, what: str, _: object) -> Any:
        if what == "line" and self.left <= 0 and self.place is None:
            self.place = f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
            raise buggify.Crash(self.place)
        return self.strike

    def count_statement(self, *told: Any) -> None:
        if len(told) == 1 or not str(told[2]).startswith("SELECT"):
            self.left -= 1


async def dies_after(act: int, database: Database, work: Callable[[], Awaitable[Any]]) -> str | None:
    """Do the work and die before the first line after its nth act; return where that was, None where it was
    done before."""
    death, engine = Death(act), database.engine.sync_engine
    before = sys.gettrace()
    for name in ("after_cursor_execute", "commit"):
        event.listen(engine, name, death.count_statement)
    sys.settrace(death.enter)
    try:
        await work()
    except buggify.Crash:
        pass
    finally:
        sys.settrace(before)
        for name in ("after_cursor_execute", "commit"):
            event.remove(engine, name, death.count_statement)
    return death.place
