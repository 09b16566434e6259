"""A sampling profiler with 100 samples a second. It slows the process by 2 to 3 %. cProfile is slower, and
py-spy needs rights that a pod does not have."""

import asyncio
import contextlib
import sys
import threading
import time
from collections import Counter
from ipaddress import ip_address
from types import FrameType

PATH = "/profile"
EVERY_SECONDS = 0.01
MAX_SECONDS = 60
MAX_STACKS, MAX_FRAMES = 5_000, 60

_one_at_a_time = threading.Lock()


class _AlreadyRunning(Exception):
    pass


async def profile_response(caller: str | None, seconds: float) -> tuple[str, int]:
    """Returns stacks with their counts for flame graph tools, and the HTTP status. Only callers on this
    machine or in this pod are allowed."""
    if not _is_from_here(caller):
        return "Not Found\n", 404
    if not EVERY_SECONDS <= seconds <= MAX_SECONDS:
        return f"seconds is between {EVERY_SECONDS} and {MAX_SECONDS}\n", 422
    try:
        return await _in_a_thread(seconds), 200
    except _AlreadyRunning:
        return "Another profile of this process is being taken.\n", 409


async def _in_a_thread(seconds: float) -> str:
    """Uses its own thread, because a thread of the pool would delay a shutdown."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[str] = loop.create_future()

    def look() -> None:
        try:
            text = _sampled(seconds)
            loop.call_soon_threadsafe(found.set_result, text)
        except (_AlreadyRunning, RuntimeError) as fault:  # RuntimeError means that the loop is closed.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(found.set_exception, fault)

    threading.Thread(target=look, daemon=True).start()
    return await asyncio.shield(found)


def _is_from_here(address: str | None) -> bool:
    try:
        return address is not None and ip_address(address).is_loopback
    except ValueError:
        return False


def _sampled(seconds: float) -> str:
    if not _one_at_a_time.acquire(blocking=False):
        raise _AlreadyRunning
    try:
        seen = Counter[str]()
        own, until = threading.get_ident(), time.monotonic() + seconds
        while time.monotonic() < until:
            for thread, frame in sys._current_frames().items():
                stack = "" if thread == own else _stack_of(frame)
                if stack and (stack in seen or len(seen) < MAX_STACKS):
                    seen[stack] += 1
            time.sleep(EVERY_SECONDS)
        return "".join(f"{stack} {times}\n" for stack, times in seen.most_common())
    finally:
        _one_at_a_time.release()


def _stack_of(frame: FrameType | None) -> str:
    names = list[str]()
    while frame is not None and len(names) < MAX_FRAMES:
        module = frame.f_globals.get("__name__", "?")
        names.append(f"{module}.{frame.f_code.co_qualname}:{frame.f_lineno}")
        frame = frame.f_back
    return ";".join(reversed(names))
