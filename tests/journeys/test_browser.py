"""People's ways through the whole house in a real Chromium: the web app's own journeys, against a house of this run."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.local.stack import Stack

ROOT = Path(__file__).parents[2]
WEB = ROOT / "frontend"
LATER = json.dumps([sys.executable, "-m", "tests.journeys.later"])
JOURNEYS = sorted((WEB / "e2e").glob("*.spec.ts"))
PATIENCE = 600
NO_PACKAGES = not (WEB / "node_modules").is_dir() and not os.environ.get("CI")

pytestmark = [
    pytest.mark.servers,
    pytest.mark.journey,
    pytest.mark.slow,
    pytest.mark.skipif(NO_PACKAGES, reason="the web app's packages are not installed (npm ci in frontend)"),
]


@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda path: path.name.removesuffix(".spec.ts"))
def test_people_find_their_way(house: Stack, journey: Path, tmp_path: Path) -> None:
    npm = shutil.which("npm")
    assert npm is not None, "Node 20.19 or newer brings npm."
    told = os.environ | {"WANGI_BASE_URL": house.ports.base_url, "WANGI_MAIL": house.ports.url("mail"), "CI": "1"}
    told |= {"WANGI_LATER": LATER, "AUCTION_DATABASE_URL": house.database_urls["auction"], "PYTHONPATH": str(ROOT)}
    command = [npm, "run", "--silent", "e2e", "--", f"e2e/{journey.name}", "--output", str(tmp_path)]
    done = subprocess.run(
        command, cwd=WEB, env=told, timeout=PATIENCE, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-6000:]
