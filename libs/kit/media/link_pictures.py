"""Link preview pictures of 1200 by 630 pixels. A few separate processes draw them."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import structlog

from libs.kit.errors import Unavailable
from libs.kit.media.pictures import run_worker
from libs.kit.media.turns import Turns
from libs.kit.text import normal

log = structlog.get_logger(__name__)

AT_ONCE, WAITING = 1, 8
LONGEST = 200
WORKER = Path(__file__).with_name("link_picture_worker.py")


@dataclass(frozen=True)
class LinkPictureWords:
    """The texts of a preview: a mark at the top, a title with a line above it, and a line at the bottom."""

    mark: str
    above: str
    title: str
    below: str


class LinkPictureDrawings:
    def __init__(self) -> None:
        self._turns, self._drawings = Turns(AT_ONCE, WAITING), dict[str, asyncio.Task[bytes]]()

    async def draw(self, name: str, draw: Callable[[], Awaitable[bytes]]) -> bytes:
        """Draws a picture. Concurrent calls with the same name share a drawing. Raises Unavailable if too
        many are queued."""
        drawing = self._drawings.get(name)
        if drawing is None:
            drawing = self._drawings[name] = asyncio.create_task(self._draw(name, draw))
        return await asyncio.shield(drawing)

    async def _draw(self, name: str, draw: Callable[[], Awaitable[bytes]]) -> bytes:
        try:
            async with self._turns.take():
                return await draw()
        finally:
            del self._drawings[name]


async def draw_link_picture(shown: LinkPictureWords, photograph: bytes | None) -> bytes:
    """Returns a JPEG. `photograph` is one of our WebP pictures."""
    words = {name: normal("NFC", line[:LONGEST]) for name, line in asdict(shown).items()}
    code, drawn = await run_worker(WORKER, words, photograph or b"")
    if code != 0 or not drawn:
        log.error("the picture of a link was not drawn", worker=code)
        raise Unavailable
    return drawn
