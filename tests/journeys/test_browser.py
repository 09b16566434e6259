from pathlib import Path

import pytest

from tests.journeys.beside import NO_PACKAGES, WEB, Walks

JOURNEYS = sorted((WEB / "e2e").glob("*.spec.ts"))

pytestmark = [
    pytest.mark.servers,
    pytest.mark.journey,
    pytest.mark.slow,
    pytest.mark.skipif(NO_PACKAGES, reason="the web app's packages are not installed (npm ci in frontend)"),
]


@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda path: path.name.removesuffix(".spec.ts"))
def test_people_find_their_way(walks: Walks, journey: Path) -> None:
    code, words = walks.wait_for(journey)
    assert code == 0, words
