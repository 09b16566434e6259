"""One platform for all kills of a worker. Measurements are printed after the run."""

from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial

import aiohttp
import pytest

from deploy.local.ports import moved
from deploy.local.stack import free_offset, launched, throw_away
from tests.faults.collector import Collector, listening
from tests.faults.platform import Platform

SHORT_EXTENSIONS = {
    "AUCTION_EXTENSION_WINDOW_SECONDS": "1",
    "AUCTION_EXTENSION_SECONDS": "1",
    "AUCTION_EXTENSION_CAP_SECONDS": "3",
}


@pytest.fixture(scope="package")
def collector() -> Iterator[Collector]:
    with listening() as made:
        yield made


@pytest.fixture(scope="package")
def platform(tmp_path_factory: pytest.TempPathFactory, collector: Collector) -> Iterator[Platform]:
    state, offset = tmp_path_factory.mktemp("faults") / "state", free_offset()
    settings = {
        "WANGI_PORT_OFFSET": str(offset),
        "WANGI_DEMO": "0",
        "WANGI_RELAXED_LIMITS": "1",
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector.address,
    } | SHORT_EXTENSIONS
    with launched(state, settings):
        yield Platform(state, moved(offset))
    throw_away(state)


@pytest.fixture(scope="package")
async def http(platform: Platform) -> AsyncIterator[aiohttp.ClientSession]:
    patience = aiohttp.ClientTimeout(total=10)
    async with aiohttp.ClientSession(f"http://{platform.gateway_address}", timeout=patience) as session:
        yield session


@pytest.fixture
def measured(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Store a line that is printed after the run."""
    return partial(record_property, "measured")
