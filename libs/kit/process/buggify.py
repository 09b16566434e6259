"""Named points where a test may make this process fail, so that rare branches are walked on purpose."""

import os
from collections.abc import Callable

_armed: dict[str, Callable[[], None]] = {}


class Crash(BaseException):
    """The process 'died' here: nothing after this point runs, and no handler may catch it as an error."""


def point(name: str) -> None:
    """Mark a place where a test may strike; costs one dictionary look-up."""
    if _armed and (strike := _armed.get(name)) is not None:
        strike()


def arm(name: str, strike: Callable[[], None]) -> None:
    """Call `strike` whenever `name` is passed (tests only)."""
    _armed[name] = strike


def crash_once(name: str) -> None:
    """Raise `Crash` the first time `name` is passed (tests only)."""

    def strike() -> None:
        _armed.pop(name, None)
        raise Crash(name)

    arm(name, strike)


def is_armed(name: str) -> bool:
    """Return whether the strike at `name` is still to come (tests only)."""
    return name in _armed


def disarm() -> None:
    """Forget all strikes (tests only)."""
    _armed.clear()


def arm_from_environment() -> None:
    """End a process started with WANGI_KILL_AT=<point> there as by kill -9, for fault tests of whole
    processes."""
    if name := os.environ.get("WANGI_KILL_AT"):
        arm(name, lambda: os.kill(os.getpid(), 9))
