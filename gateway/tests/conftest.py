"""Fixtures of the gateway's tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gateway.tests.harness import PAGE, Harness, open_harness


@pytest.fixture
async def harness() -> AsyncIterator[Harness]:
    """A gateway with relaxed limits and fake services."""
    async with open_harness() as opened:
        yield opened


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """The directory of a built web app that has this one page."""
    (tmp_path / "index.html").write_text(PAGE)
    return tmp_path
