import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LOCKED = re.compile(r"^([a-z0-9._-]+)(?:\[[a-z,]+\])?==([^ ;\\]+)", re.MULTILINE)


@pytest.mark.slow
def test_sbom_names_each_locked_package(tmp_path: Path) -> None:
    make = shutil.which("make")
    assert make is not None
    subprocess.run([make, "-s", "sbom", f"SBOM={tmp_path}"], cwd=ROOT, check=True, capture_output=True)
    python, web = (json.loads((tmp_path / name).read_text()) for name in ("python.cdx.json", "web.cdx.json"))
    locked = dict(LOCKED.findall((ROOT / "requirements" / "runtime.txt").read_text()))
    assert {component["name"].lower(): component["version"] for component in python["components"]} == locked
    assert all(hashes_of(component) for component in python["components"])
    lock = json.loads((ROOT / "frontend" / "package-lock.json").read_text())["packages"]
    found = {component["name"]: component for component in web["components"]}
    # The app's dependencies, including indirect ones.
    for name in lock[""]["dependencies"]:
        assert found[name]["version"] == lock[f"node_modules/{name}"]["version"]
    assert {"scheduler", "engine.io-client", "@lingui/message-utils"} <= set(found)
    assert not {"vite", "vitest", "msw", "typescript"} & set(found)
    assert all(component["hashes"] for component in web["components"])


def hashes_of(component: dict[str, Any]) -> list[str]:
    return [
        item["content"]
        for place in component.get("externalReferences", [])
        for item in place.get("hashes", [])
    ]
