"""One house with demo data for all journeys."""

from collections.abc import AsyncIterator, Iterator

import pytest
from websockets.asyncio.client import ClientConnection

from deploy.local.stack import Stack
from deploy.local.stack import stack as start_stack
from tests.journeys.browser import Browser, at_a_browser, live

SHORT_LAST_MOMENTS = {"AUCTION_EXTENSION_WINDOW_SECONDS": "8", "AUCTION_EXTENSION_SECONDS": "12"}
"""A bid in the last eight seconds moves the end to twelve after it, so that a journey sees an auction through."""


@pytest.fixture(scope="package")
def house() -> Iterator[Stack]:
    """Servers of its own: services of the other tests live in this process and would share its consumers' work."""
    with start_stack() as servers, servers.house(WANGI_RELAXED_LIMITS="1", **SHORT_LAST_MOMENTS):
        yield servers


@pytest.fixture
async def seller(house: Stack) -> AsyncIterator[Browser]:
    """Somebody who sells."""
    async with at_a_browser(house) as browser:
        yield browser


@pytest.fixture
async def plain(house: Stack, seller: Browser) -> AsyncIterator[Browser]:
    """A buyer whose live connection speaks plain JSON."""
    async with at_a_browser(house) as browser:
        yield browser


@pytest.fixture
async def socket_io(house: Stack, seller: Browser) -> AsyncIterator[Browser]:
    """A buyer whose live connection speaks Socket.IO."""
    async with at_a_browser(house) as browser:
        yield browser


@pytest.fixture
async def plain_ws(house: Stack, plain: Browser) -> AsyncIterator[ClientConnection]:
    """The plain buyer's live connection."""
    async with live(house, plain) as ws:
        yield ws
