"""Cards: the picture of 1200 by 630 that a link shows, drawn in a process of its own, a few at once."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import structlog

from libs.kit.http.errors import Unavailable
from libs.kit.media.pictures import run_worker
from libs.kit.text import normal

log = structlog.get_logger(__name__)

AT_ONCE, WAITING = 1, 8
LONGEST = 200
WORKER = Path(__file__).with_name("card_worker.py")


@dataclass(frozen=True)
class Card:
    """The words of a card: a mark at the top, a name with a line above it, and a line at the bottom."""

    mark: str
    above: str
    title: str
    below: str


class CardTurns:
    """Lets so many cards be drawn at once and a few wait; beyond that it refuses."""

    def __init__(self) -> None:
        self._turn, self._drawings = asyncio.Semaphore(AT_ONCE), dict[str, asyncio.Task[bytes]]()

    async def draw(self, name: str, draw: Callable[[], Awaitable[bytes]]) -> bytes:
        """Return what is drawn in its turn, or raise `Unavailable`. Those who ask for the same name meanwhile
        wait for the same drawing, which goes on when one of them leaves."""
        drawing = self._drawings.get(name)
        if drawing is None:
            if len(self._drawings) >= AT_ONCE + WAITING:
                raise Unavailable
            drawing = self._drawings[name] = asyncio.create_task(self._draw(name, draw))
        return await asyncio.shield(drawing)

    async def _draw(self, name: str, draw: Callable[[], Awaitable[bytes]]) -> bytes:
        try:
            async with self._turn:
                return await draw()
        finally:
            del self._drawings[name]


async def draw_card(card: Card, photograph: bytes | None) -> bytes:
    """Return the card as a JPEG, with a photograph of ours (WebP) or without one."""
    words = {name: normal("NFC", line[:LONGEST]) for name, line in asdict(card).items()}
    code, drawn = await run_worker(WORKER, words, photograph or b"")
    if code != 0 or not drawn:
        log.error("a card was not drawn", worker=code)
        raise Unavailable
    return drawn
