"""What the tests of boost begin with."""

from collections.abc import AsyncIterator

import pytest

from deploy.billplz.bank import Bank
from libs.kit.testing import Service
from services.boost.tests.till import Till, a_sandbox, a_till


@pytest.fixture(scope="session")
async def sandbox() -> AsyncIterator[Bank]:
    """The payment sandbox, served once for all tests."""
    async with a_sandbox() as bank:
        yield bank


@pytest.fixture
async def till(boost: Service, sandbox: Bank) -> AsyncIterator[Till]:
    """A seller and the payment sandbox."""
    async with a_till(boost, sandbox) as made:
        yield made
