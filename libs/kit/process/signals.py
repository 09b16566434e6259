import os
import signal
import sys
from types import FrameType

TERMINATED = 128 + signal.SIGTERM


def exit_on_sigterm() -> None:
    """Ends the process at once. Open transactions are rolled back. A handler is required, because the kernel
    ignores signals to PID 1 that have none."""
    signal.signal(signal.SIGTERM, _exit)


def _exit(number: int, frame: FrameType | None) -> None:
    sys.stdout.flush()
    os._exit(TERMINATED)
