from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gateway.tests.harness import PAGE, Harness, open_harness


@pytest.fixture
async def harness() -> AsyncIterator[Harness]:
    async with open_harness() as opened:
        yield opened


@pytest.fixture
def build(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text(PAGE)
    return tmp_path
