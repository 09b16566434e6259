"""How long a copy may take: as long as its reader takes enough of it."""

import asyncio
from collections.abc import AsyncGenerator, Callable

import pytest
from starlette.types import Message

from libs.kit.http import export
from libs.kit.http.export import GRACE_SECONDS, LEAST_RATE, answer

PIECE = b"x" * LEAST_RATE
Reader = Callable[[Message], None]


class Hours:
    """A clock that moves only while the export waits for a client."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now

    def pass_by(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Hours:
    clock = Hours()
    monkeypatch.setattr(export, "time", clock)
    return clock


async def read_by(reader: Reader, pieces: AsyncGenerator[bytes, None], least_rate: int | None) -> bool:
    """Whether a copy came whole to a reader."""
    whole = False

    async def send(message: Message) -> None:
        nonlocal whole
        reader(message)
        whole = message["type"] == "http.response.body" and not message.get("more_body")

    streamed = await answer(pieces, least_rate=least_rate)
    try:
        await streamed.stream_response(send)
    except TimeoutError:
        assert not whole
    return whole


async def of(pieces: int) -> AsyncGenerator[bytes, None]:
    for _ in range(pieces):
        yield PIECE


async def test_a_reader_who_takes_enough_gets_a_copy_of_any_length(hours: Hours) -> None:
    """An hour and more, at a second for each piece; the grace is for what comes before."""
    assert await read_by(lambda _: hours.pass_by(0.99), of(1000), LEAST_RATE)


async def test_a_reader_who_takes_less_is_cut_off_when_the_grace_is_used_up(hours: Hours) -> None:
    """At half the rate each piece costs a second of the grace."""
    assert await read_by(lambda _: hours.pass_by(2), of(int(GRACE_SECONDS) - 10), LEAST_RATE)
    hours.now = 0
    assert not await read_by(lambda _: hours.pass_by(2), of(1000), LEAST_RATE)
    assert hours.now <= 2 * GRACE_SECONDS + 10


async def test_a_pause_within_the_grace_is_nothing(hours: Hours) -> None:
    pauses = iter([GRACE_SECONDS - 5, *[0.5] * 100])
    assert await read_by(lambda _: hours.pass_by(next(pauses)), of(50), LEAST_RATE)


async def test_what_we_need_ourselves_for_a_piece_is_not_the_readers(hours: Hours) -> None:
    """A slow database, or a service that is slow to answer."""

    async def slowly() -> AsyncGenerator[bytes, None]:
        for _ in range(20):
            hours.pass_by(100)
            yield b"x"

    assert await read_by(lambda _: None, slowly(), LEAST_RATE)


async def test_a_part_that_auth_does_not_read_yet_is_waited_for(hours: Hours) -> None:
    """It waits until the parts before it are read."""
    assert await read_by(lambda _: hours.pass_by(500), of(5), None)


async def test_a_reader_who_stops_is_cut_off_in_the_middle_of_a_piece(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And nothing of the copy stays open."""
    monkeypatch.setattr(export, "GRACE_SECONDS", 0.0)
    closed = asyncio.Event()

    async def endless() -> AsyncGenerator[bytes, None]:
        try:
            while True:
                yield b"x"
        finally:
            closed.set()

    async def send(message: Message) -> None:
        await asyncio.Event().wait()

    streamed = await answer(endless(), least_rate=LEAST_RATE)
    with pytest.raises(TimeoutError):
        await streamed.stream_response(send)
    assert closed.is_set()
