"""Fixtures of the gateway's tests."""

from collections.abc import AsyncIterator

import pytest

from gateway.tests.house import House, open_house


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """A gateway with relaxed limits and fake services."""
    async with open_house() as opened:
        yield opened
