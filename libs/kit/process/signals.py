"""Signals of a process that runs as PID 1, as in a container."""

import os
import signal
import sys
from types import FrameType

TERMINATED = 128 + signal.SIGTERM


def exit_on_sigterm() -> None:
    """Exit at once on SIGTERM: the kernel ignores signals to PID 1 that have no handler.

    Open transactions are rolled back with their connection.
    """
    signal.signal(signal.SIGTERM, _exit)


def _exit(number: int, frame: FrameType | None) -> None:
    sys.stdout.flush()
    os._exit(TERMINATED)
