"""People's ways through the whole house in a real Chromium: the web app's own journeys, against a house of this run."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.local.ports import Ports
from deploy.local.stack import stack

WEB = Path(__file__).parents[2] / "frontend"
JOURNEYS = sorted((WEB / "e2e").glob("*.spec.ts"))
PATIENCE = 600

pytestmark = [pytest.mark.servers, pytest.mark.journey, pytest.mark.slow]


@pytest.fixture(scope="module")
def house() -> Iterator[Ports]:
    """Servers of its own: services of the other tests live in this process and would share its consumers' work."""
    with stack() as servers, servers.house(WANGI_RELAXED_LIMITS="1") as ports:
        yield ports


@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda path: path.name.removesuffix(".spec.ts"))
def test_people_find_their_way(house: Ports, journey: Path, tmp_path: Path) -> None:
    npx = shutil.which("npx")
    assert npx is not None, "Node 20.19 or newer brings npx."
    told = os.environ | {"WANGI_BASE_URL": house.base_url, "CI": "1"}
    command = [npx, "playwright", "test", f"e2e/{journey.name}", "--output", str(tmp_path)]
    done = subprocess.run(
        command, cwd=WEB, env=told, timeout=PATIENCE, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-6000:]
