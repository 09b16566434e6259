import re

import pytest

from gateway.http.endpoints import PAGES as SERVED
from tools import guide_pages

PAGES = {path.name: path.read_text(encoding="utf-8") for path in guide_pages.COMMITTED.glob("*.html")}
# Pages of other parts.
ELSEWHERE = {"/", "/status", "/api/openapi.json", "/api/asyncapi.json", "/profile?tab=settings"}


def test_guide_pages_are_up_to_date() -> None:
    assert guide_pages.pages() == PAGES, "run `wangi openapi`"


@pytest.mark.parametrize("name", PAGES)
def test_every_guide_link_has_a_target(name: str) -> None:
    for address in re.findall(r'href="([^"]+)"', PAGES[name]):
        path, _, anchor = address.partition("#")
        if path.startswith("https://") or path in ELSEWHERE:
            continue
        assert path in SERVED or path == "", address
        if anchor:
            page = PAGES[SERVED[path][0].removeprefix("guides/")] if path else PAGES[name]
            assert f'id="{anchor}"' in page, address


@pytest.mark.parametrize("name", PAGES)
def test_guides_are_self_contained(name: str) -> None:
    assert not re.findall(r'<script|<img|<link[^>]+href="https?:|src="', PAGES[name])
