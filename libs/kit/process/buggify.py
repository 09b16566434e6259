"""Points in the code at which tests can make this process fail."""

import os
from collections.abc import Callable

_armed: dict[str, Callable[[], None]] = {}


class Crash(BaseException):
    """Simulates kill -9. A BaseException, so that no handler catches it as an error."""


def point(name: str) -> None:
    """Fails here if a test asked for a failure at this point."""
    if _armed and (strike := _armed.get(name)) is not None:
        strike()


def arm(name: str, strike: Callable[[], None]) -> None:
    """For tests only."""
    _armed[name] = strike


def crash_once(name: str) -> None:
    """For tests only."""

    def strike() -> None:
        _armed.pop(name, None)
        raise Crash(name)

    arm(name, strike)


def is_armed(name: str) -> bool:
    """For tests only."""
    return name in _armed


def disarm() -> None:
    """For tests only."""
    _armed.clear()


def arm_from_environment() -> None:
    """With WANGI_KILL_AT=<point>, the process is killed at that point as if by kill -9."""
    if name := os.environ.get("WANGI_KILL_AT"):
        arm(name, lambda: os.kill(os.getpid(), 9))
