import asyncio
from collections.abc import AsyncGenerator, Callable

import pytest
from starlette.types import Message

from libs.kit.http import export
from libs.kit.http.export import GRACE_SECONDS, MIN_RATE, streaming_response

PIECE = b"x" * MIN_RATE
Reader = Callable[[Message], None]


class Hours:
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
    whole = False

    async def send(message: Message) -> None:
        nonlocal whole
        reader(message)
        whole = message["type"] == "http.response.body" and not message.get("more_body")

    streamed = await streaming_response(pieces, least_rate=least_rate)
    try:
        await streamed.stream_response(send)
    except TimeoutError:
        assert not whole
    return whole


async def of(pieces: int) -> AsyncGenerator[bytes, None]:
    for _ in range(pieces):
        yield PIECE


async def test_fast_enough_reader_gets_an_export_of_any_length(hours: Hours) -> None:
    assert await read_by(lambda _: hours.pass_by(0.99), of(1000), MIN_RATE)


async def test_slow_reader_is_cut_off_after_the_grace_period(hours: Hours) -> None:
    assert await read_by(lambda _: hours.pass_by(2), of(int(GRACE_SECONDS) - 10), MIN_RATE)
    hours.now = 0
    assert not await read_by(lambda _: hours.pass_by(2), of(1000), MIN_RATE)
    assert hours.now <= 2 * GRACE_SECONDS + 10


async def test_pause_within_grace_period_is_allowed(hours: Hours) -> None:
    pauses = iter([GRACE_SECONDS - 5, *[0.5] * 100])
    assert await read_by(lambda _: hours.pass_by(next(pauses)), of(50), MIN_RATE)


async def test_our_own_delays_do_not_count_against_the_reader(hours: Hours) -> None:
    async def slowly() -> AsyncGenerator[bytes, None]:
        for _ in range(20):
            hours.pass_by(100)
            yield b"x"

    assert await read_by(lambda _: None, slowly(), MIN_RATE)


async def test_part_waits_until_earlier_parts_are_read(hours: Hours) -> None:
    assert await read_by(lambda _: hours.pass_by(500), of(5), None)


async def test_stopped_reader_is_cut_off_and_everything_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
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

    streamed = await streaming_response(endless(), least_rate=MIN_RATE)
    with pytest.raises(TimeoutError):
        await streamed.stream_response(send)
    assert closed.is_set()
