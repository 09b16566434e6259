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
    own = file.removeprefix(HOME)
    return own != file and not own.startswith("tests/") and not own.endswith(PASSIVE)


class Death:
    """Dies before the first line after the nth act: a write, a commit, or a response of the provider."""

    def __init__(self, act: int) -> None:
        self.left = act
        self.place: str | None = None

    def enter(self, frame: FrameType, what: str, _: object) -> Any:
        if what == "call" and frame.f_code is read_json.__code__:
            self.left -= 1
        return self.strike if is_active(frame.f_code.co_filename) else None

    def strike(self, frame: FrameType, what: str, _: object) -> Any:
        if what == "line" and self.left <= 0 and self.place is None:
            self.place = f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
            raise buggify.Crash(self.place)
        return self.strike

    def count_statement(self, *args: Any) -> None:
        if len(args) == 1 or not str(args[2]).startswith("SELECT"):
            self.left -= 1


async def dies_after(act: int, database: Database, work: Callable[[], Awaitable[Any]]) -> str | None:
    """Returns where it died, or None if the work was done."""
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
