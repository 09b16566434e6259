"""The guides as the gateway serves them: what the repository says today, each link leading somewhere."""

import re

import pytest

from gateway.http.endpoints import PAGES as SERVED
from tools import guide_pages

PAGES = {path.name: path.read_text(encoding="utf-8") for path in guide_pages.COMMITTED.glob("*.html")}
# What other parts of the shop answer.
ELSEWHERE = {"/", "/status", "/api/openapi.json", "/api/asyncapi.json", "/profile?tab=settings"}


def test_the_pages_are_what_the_guides_say_today() -> None:
    assert guide_pages.pages() == PAGES, "run `wangi openapi`"


@pytest.mark.parametrize("name", PAGES)
def test_every_link_of_a_guide_leads_to_a_page_and_a_place_that_are_there(name: str) -> None:
    for address in re.findall(r'href="([^"]+)"', PAGES[name]):
        path, _, anchor = address.partition("#")
        if path.startswith("https://") or path in ELSEWHERE:
            continue
        assert path in SERVED or path == "", address
        if anchor:
            page = PAGES[SERVED[path][0].removeprefix("guides/")] if path else PAGES[name]
            assert f'id="{anchor}"' in page, address


@pytest.mark.parametrize("name", PAGES)
def test_a_guide_needs_nothing_from_elsewhere(name: str) -> None:
    assert not re.findall(r'<script|<img|<link[^>]+href="https?:|src="', PAGES[name])
