"""Uploaded pictures are re-encoded in a separate process and named by their content."""

import asyncio
import base64
import contextlib
import hashlib
import json
import re
import signal
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from libs.kit.errors import DomainError, Unavailable
from libs.kit.media.picture_worker import INVALID, TOO_LARGE
from libs.kit.media.turns import PersonalTurns, Turns

if TYPE_CHECKING:
    from obstore.store import ObjectStore

log = structlog.get_logger(__name__)

MAX_BYTES = 5 * 1024 * 1024
AT_ONCE, WAITING = 2, 16
# A picture of forty megapixels takes 1.5 s, and 4 s on a slow machine.
CPU_SECONDS, CPU_SECONDS_A_MINUTE = 5, 20.0
WALL_SECONDS = 15
# Exit codes of a worker that used up its CPU time.
OVER_LIMIT = (-signal.SIGXCPU, -signal.SIGKILL)
WORKER = Path(__file__).with_name("picture_worker.py")
STARTS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a")
NAME = re.compile(r"[0-9a-z][0-9a-z_-]{0,127}(\.[0-9a-z]{1,8})?")


class InvalidImage(DomainError):
    """The file is not a supported picture, whatever its declared type."""

    status = 422
    code = "invalid_image"
    message = "Invalid file type"

    def __init__(self) -> None:
        super().__init__(
            fields=[{"field": "image", "message": "Please select an image file (JPEG, PNG, etc.)"}]
        )


class PictureTooLarge(DomainError):
    status = 413
    code = "too_large"
    message = "File too large"

    def __init__(self) -> None:
        super().__init__(fields=[{"field": "image", "message": "Please select an image smaller than 5MB"}])


@dataclass(frozen=True)
class Picture:
    """A WebP picture without the metadata of the original."""

    content: bytes
    width: int
    height: int
    # The perceptual hash of the original. None for a nearly empty picture.
    look: int | None = None

    @property
    def data_uri(self) -> str:
        return "data:image/webp;base64," + base64.b64encode(self.content).decode()


BLUR = 16

# A number is the longest side. A pair is a frame to fill.
Sizes = Mapping[str, int | tuple[int, int]]

_TURNS = Turns(AT_ONCE, WAITING)
_PERSONAL = PersonalTurns(_TURNS, CPU_SECONDS_A_MINUTE)


async def redraw(data: bytes, sizes: Sizes, person_id: int) -> dict[str, Picture]:
    """Re-encodes a picture in each size, in a process of its own, so that a malicious file cannot harm this
    process. Raises InvalidImage, PictureTooLarge, RateLimited or Unavailable."""
    _check(data)
    async with _PERSONAL.take(person_id):
        code, answer = await _run(sizes, data)
        _PERSONAL.charge(person_id, _cpu_seconds(answer))
    return _read_answer(code, answer)


async def redraw_own(data: bytes, sizes: Sizes) -> dict[str, Picture]:
    _check(data)
    async with _TURNS.take():
        return _read_answer(*await _run(sizes, data))


def _check(data: bytes) -> None:
    if len(data) > MAX_BYTES:
        raise PictureTooLarge
    if not looks_like_a_picture(data):
        raise InvalidImage


async def _run(sizes: Sizes, data: bytes) -> tuple[int, bytes]:
    return await run_worker(WORKER, {"sizes": dict(sizes), "cpu_seconds": CPU_SECONDS}, data)


def _cpu_seconds(answer: bytes) -> float:
    """Returns the CPU time that the worker reported, or the limit if the worker was killed."""
    return float(json.loads(answer.partition(b"\n")[0])["cpu"]) if answer else CPU_SECONDS


def _read_answer(code: int, answer: bytes) -> dict[str, Picture]:
    if code == 0:
        return _unpacked(answer)
    if code in (TOO_LARGE, *OVER_LIMIT):
        raise PictureTooLarge
    if code == 1:
        log.error("the picture worker does not start")
        raise Unavailable
    log.info("picture refused", worker=code)
    raise InvalidImage


def name_of(pictures: Mapping[str, Picture], owner: str) -> str:
    """Derives the name from content and owner, so that deleting a picture cannot delete another person's
    picture."""
    whole = hashlib.sha256(owner.encode() + b"\0")
    for size in sorted(pictures):
        whole.update(pictures[size].content)
    return whole.hexdigest()


def looks_like_a_picture(data: bytes) -> bool:
    return data.startswith(STARTS) or (data[:4] == b"RIFF" and data[8:12] == b"WEBP")


async def run_worker(script: Path, order: Mapping[str, object], data: bytes) -> tuple[int, bytes]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", str(script), json.dumps(dict(order))),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={"LC_ALL": "C.UTF-8"},  # The environment is empty, so that the worker has no access to secrets.
    )
    try:
        answer, _ = await asyncio.wait_for(process.communicate(data), WALL_SECONDS)
    except TimeoutError:
        return INVALID, b""
    finally:
        if process.returncode is None:
            process.kill()
            await asyncio.shield(process.wait())
    return process.returncode if process.returncode is not None else INVALID, answer


def _unpacked(answer: bytes) -> dict[str, Picture]:
    line, _, contents = answer.partition(b"\n")
    pictures, start, head = dict[str, Picture](), 0, json.loads(line)
    for name, width, height, length in head["pictures"]:
        pictures[name] = Picture(contents[start : start + length], width, height, head["look"])
        start += length
    return pictures


class PictureStore:
    """Stores pictures in a folder, in an object store (s3://...), or in memory for tests."""

    def __init__(self, place: str | Path) -> None:
        self._place = str(place)
        self._store: ObjectStore | None = None

    async def put(self, name: str, content: bytes) -> None:
        """Keeps an existing file, because names are derived from content."""
        from obstore import put_async
        from obstore.exceptions import AlreadyExistsError

        with _store_away(), contextlib.suppress(AlreadyExistsError):
            await put_async(self._opened(), _checked(name), content, mode="create")

    async def get(self, name: str) -> bytes | None:
        from obstore import get_async

        if not NAME.fullmatch(name):
            return None
        with _store_away():
            try:
                found = await get_async(self._opened(), name)
            except FileNotFoundError:
                return None
            return bytes(await found.bytes_async())

    async def delete(self, name: str) -> None:
        """Ignores missing files."""
        from obstore import delete_async

        with _store_away(), contextlib.suppress(FileNotFoundError):
            await delete_async(self._opened(), _checked(name))

    async def size(self, name: str) -> int | None:
        """Returns None if the file is missing."""
        from obstore import head_async

        if not NAME.fullmatch(name):
            return None
        with _store_away():
            try:
                return int((await head_async(self._opened(), name))["size"])
            except FileNotFoundError:
                return None

    async def exists(self, name: str) -> bool:
        return await self.size(name) is not None

    async def pages(self) -> AsyncIterator[list[tuple[str, datetime]]]:
        """Yields all names with the time when each was stored."""
        from obstore import list as list_of

        with _store_away():
            async for page in list_of(self._opened(), chunk_size=500):
                yield [(item["path"], item["last_modified"]) for item in page]

    def _opened(self) -> "ObjectStore":
        from obstore.store import LocalStore, MemoryStore, from_url

        if self._store is None:
            if self._place == "memory:":
                self._store = MemoryStore()
            elif "://" in self._place:
                self._store = from_url(self._place)
            else:
                self._store = LocalStore(Path(self._place).absolute(), mkdir=True)
        return self._store


@contextlib.contextmanager
def _store_away() -> Iterator[None]:
    """Raises Unavailable for errors of the store, except for a missing or existing file."""
    from obstore.exceptions import AlreadyExistsError, BaseError

    try:
        yield
    except (FileNotFoundError, AlreadyExistsError):
        raise
    except (BaseError, OSError) as away:
        log.warning("the store of pictures is away", cause=type(away).__name__)
        raise Unavailable from away


def _checked(name: str) -> str:
    if not NAME.fullmatch(name):
        raise ValueError("a picture's name is made of small letters, digits, hyphens and one ending")
    return name
