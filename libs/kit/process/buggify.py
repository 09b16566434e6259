"""Named points at which a test can make this process fail, to exercise rare branches."""

import os
from collections.abc import Callable

_armed: dict[str, Callable[[], None]] = {}


class Crash(BaseException):
    """A simulated crash: nothing after this point runs, and no handler may catch it as an error."""


def point(name: str) -> None:
    """A point at which a test may inject a failure. Costs one dictionary look-up."""
    if _armed and (strike := _armed.get(name)) is not None:
        strike()


def arm(name: str, strike: Callable[[], None]) -> None:
    """Call `strike` whenever `name` is reached (tests only)."""
    _armed[name] = strike


def crash_once(name: str) -> None:
    """Raise `Crash` the first time `name` is reached (tests only)."""

    def strike() -> None:
        _armed.pop(name, None)
        raise Crash(name)

    arm(name, strike)


def is_armed(name: str) -> bool:
    """Whether the failure at `name` has not happened yet (tests only)."""
    return name in _armed


def disarm() -> None:
    """Remove all injected failures (tests only)."""
    _armed.clear()


def arm_from_environment() -> None:
    """With WANGI_KILL_AT=<point>, the process ends there as by kill -9, for fault tests."""
    if name := os.environ.get("WANGI_KILL_AT"):
        arm(name, lambda: os.kill(os.getpid(), 9))
