"""One house with demo data for all journeys."""

from collections.abc import Iterator

import pytest

from deploy.local.stack import Stack
from deploy.local.stack import stack as start_stack


@pytest.fixture(scope="package")
def house() -> Iterator[Stack]:
    """Servers of its own: services of the other tests live in this process and would share its consumers' work."""
    with start_stack() as servers, servers.house(WANGI_RELAXED_LIMITS="1"):
        yield servers
