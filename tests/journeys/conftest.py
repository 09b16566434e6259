from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection

from deploy.local.stack import Stack
from tests.journeys.beside import NO_PACKAGES, Walks, open_platform, walked
from tests.journeys.browser import Browser, at_a_browser, live
from tests.support.workers import BROWSER, is_first_worker


class Beside:
    def __init__(self, items: list[pytest.Item]) -> None:
        found = (item.callspec for item in items if isinstance(item, pytest.Function) and is_walk(item))
        self.journeys = [Path(str(entry.params["journey"])) for entry in found]
        self.open = ExitStack()
        self.platform: Stack | None = None
        self.walks: Walks | None = None

    def begin(self) -> None:
        self.platform = self.open.enter_context(open_platform())
        if self.journeys:
            self.walks = self.open.enter_context(walked(self.platform, self.journeys))


BESIDE = pytest.StashKey[Beside]()


def is_walk(item: pytest.Item) -> bool:
    return item.path == BROWSER and not NO_PACKAGES


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> Iterator[None]:
    """In the worker that reports the journeys."""
    beside = session.config.stash[BESIDE] = Beside(session.items if is_first_worker() else [])
    with beside.open:
        if beside.journeys and not session.config.option.collectonly and not session.testsfailed:
            beside.begin()
        return (yield)


@pytest.fixture(scope="package")
def beside(pytestconfig: pytest.Config) -> Iterator[Beside]:
    beside = pytestconfig.stash[BESIDE]
    if beside.platform is None:
        beside.begin()
    with beside.open:
        yield beside
    beside.platform = beside.walks = None


@pytest.fixture(scope="package")
def platform(beside: Beside) -> Stack:
    assert beside.platform is not None
    return beside.platform


@pytest.fixture(scope="package")
def walks(beside: Beside) -> Walks:
    assert beside.walks is not None
    return beside.walks


@pytest.fixture
async def seller(platform: Stack) -> AsyncIterator[Browser]:
    async with at_a_browser(platform) as browser:
        yield browser


@pytest.fixture
async def plain(platform: Stack, seller: Browser) -> AsyncIterator[Browser]:
    async with at_a_browser(platform) as browser:
        yield browser


@pytest.fixture
async def socket_io(platform: Stack, seller: Browser) -> AsyncIterator[Browser]:
    async with at_a_browser(platform) as browser:
        yield browser


@pytest.fixture
async def plain_ws(platform: Stack, plain: Browser) -> AsyncIterator[ClientConnection]:
    async with live(platform, plain) as ws:
        yield ws
