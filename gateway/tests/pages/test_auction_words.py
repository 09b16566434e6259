import json
from pathlib import Path
from typing import Any

import pytest

from gateway.tests.harness import PAGE, open_harness
from gateway.tests.pages.test_link_previews import AUCTION, BASE, PRODUCT, answer, get

DRAWN = (
    "{{#running}}Auction{{/running}}{{#over}}Ended{{/over}} {{#sold}}Sold for{{/sold}} {{whole}}{{sen}} "
    '{{#perMl}}{{perMl}} per ml{{/perMl}} {{date}} <rect class="liquid {{juice}}" y="{{glassTop}}" '
    'height="{{glassDepth}}"></rect> {{percent}}%'
)


async def auction_page(folder: Path, **change: Any) -> str:
    (folder / "index.html").write_text(PAGE)
    (folder / "first-screens.json").write_text(json.dumps({"auction": {"en": DRAWN}}))
    lot = {**PRODUCT, "volume": 50, "remainingPercentage": change.pop("percent", 60)}
    async with open_harness(web_dir=folder, base_url=BASE) as harness:
        answer(harness, "/api/auctions/9", {**AUCTION, **change, "product": lot})
        _, page = await get(harness, "/auctions/9", "text/html")
    return page


async def test_sold_price_per_millilitre_uses_final_price(tmp_path: Path) -> None:
    page = await auction_page(tmp_path, status="ended", finalPrice=300.0)
    assert "Ended Sold for 300 RM\u00a010.00 per ml" in page


async def test_buy_now_page_omits_scheduled_end(tmp_path: Path) -> None:
    """C21"""
    over = {"status": "ended", "finalPrice": 300.0, "endsAt": "2026-09-03T04:00:00Z"}
    assert " 3 Sept 2026 " in await auction_page(tmp_path, **over, outcome="sold")
    assert "2026 <rect" not in await auction_page(tmp_path, **over, outcome="bought_now")


async def test_half_sen_rounds_up_as_in_web_app(tmp_path: Path) -> None:
    assert "80.25 RM\u00a02.68 per ml" in await auction_page(tmp_path, currentBid=80.25)


@pytest.mark.parametrize(
    ("end", "date"), [("2026-09-03T04:00:00Z", "3 Sept 2026"), ("2026-12-31T18:00:00Z", "1 Jan 2027")]
)
async def test_end_date_is_formatted_as_in_browsers(tmp_path: Path, end: str, date: str) -> None:
    assert f" {date} " in await auction_page(tmp_path, endsAt=end)


@pytest.mark.parametrize(
    ("percent", "glass"),
    [
        (95, 'class="liquid fill-pandan-liquid" y="12.35" height="16.15"'),
        (85, 'class="liquid fill-ambar-liquid" y="14.05" height="14.45"'),
        (50, 'class="liquid fill-rosella-liquid" y="20" height="8.5"'),
        (0, 'class="liquid fill-wash-2" y="28.5" height="0"'),
    ],
)
async def test_drawn_bottle_level_matches_its_figure(tmp_path: Path, percent: int, glass: str) -> None:
    assert f"<rect {glass}></rect> {percent}%" in await auction_page(tmp_path, percent=percent)
