"""What the tests of boost begin with."""

from collections.abc import AsyncIterator

import pytest

from libs.kit.testing import Service
from services.boost.tests.till import Till, a_till


@pytest.fixture
async def till(boost: Service) -> AsyncIterator[Till]:
    """A seller and the payment sandbox."""
    async with a_till(boost) as made:
        yield made
