import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SURFACE = (ROOT / "docs/surface.md").read_text()


def _section(title: str) -> str:
    return SURFACE.split(f"## {title}\n")[1].split("\n## ")[0]


def test_each_promised_hook_is_in_a_page() -> None:
    marks = set(re.findall(r"`([a-z]+(?:-[a-z]+)*)`", _section("Marks in the pages"))) - {"data-testid"}
    pages = [path.read_text() for path in (ROOT / "frontend/src").rglob("*.tsx") if ".test." not in path.name]
    shown = {
        mark
        for page in pages
        for line in page.splitlines()
        if "testid" in line.lower()
        for mark in re.findall(r'"([a-z-]+)"', line)
    }
    assert marks - shown == set()


def test_each_promised_frame_exists() -> None:
    named = set(
        re.findall(
            r"`([a-z]+_[a-z_]+|typing|presence|conversation)[ `]", _section("Frames of talk and trade")
        )
    )
    contract = (ROOT / "libs/contracts/schemas/asyncapi.json").read_text()
    assert named
    assert {name for name in named if f'"{name}"' not in contract} == set()
