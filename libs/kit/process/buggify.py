"""Points at which tests make this process fail."""

import os
from collections.abc import Callable

_armed: dict[str, Callable[[], None]] = {}


class Crash(BaseException):
    """Simulates kill -9: no handler may catch it as an error."""


def point(name: str) -> None:
    """A point at which a test may inject a failure."""
    if _armed and (strike := _armed.get(name)) is not None:
        strike()


def arm(name: str, strike: Callable[[], None]) -> None:
    """Tests only."""
    _armed[name] = strike


def crash_once(name: str) -> None:
    """Tests only."""

    def strike() -> None:
        _armed.pop(name, None)
        raise Crash(name)

    arm(name, strike)


def is_armed(name: str) -> bool:
    """Tests only."""
    return name in _armed


def disarm() -> None:
    """Tests only."""
    _armed.clear()


def arm_from_environment() -> None:
    """With WANGI_KILL_AT=<point>, the process ends there as by kill -9."""
    if name := os.environ.get("WANGI_KILL_AT"):
        arm(name, lambda: os.kill(os.getpid(), 9))
