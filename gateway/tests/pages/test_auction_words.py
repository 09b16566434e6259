"""A lot that comes drawn says of itself what the app says (AUC-01, AUC-02), word for word."""

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


async def test_a_sold_lots_millilitre_costs_what_the_lot_was_sold_for(tmp_path: Path) -> None:
    page = await auction_page(tmp_path, status="ended", finalPrice=300.0)
    assert "Ended Sold for 300 RM\u00a010.00 per ml" in page


async def test_a_lot_bought_at_once_does_not_say_the_end_it_would_have_had(tmp_path: Path) -> None:
    """C21: it was over before."""
    over = {"status": "ended", "finalPrice": 300.0, "endsAt": "2026-09-03T04:00:00Z"}
    assert " 3 Sept 2026 " in await auction_page(tmp_path, **over, outcome="sold")
    assert "2026 <rect" not in await auction_page(tmp_path, **over, outcome="bought_now")


async def test_half_a_sen_goes_up_as_in_the_app(tmp_path: Path) -> None:
    assert "80.25 RM\u00a02.68 per ml" in await auction_page(tmp_path, currentBid=80.25)


@pytest.mark.parametrize(
    ("end", "date"), [("2026-09-03T04:00:00Z", "3 Sept 2026"), ("2026-12-31T18:00:00Z", "1 Jan 2027")]
)
async def test_the_day_of_the_end_is_written_as_browsers_write_it(
    tmp_path: Path, end: str, date: str
) -> None:
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
async def test_the_drawn_bottle_is_as_full_as_its_figure_says(
    tmp_path: Path, percent: int, glass: str
) -> None:
    assert f"<rect {glass}></rect> {percent}%" in await auction_page(tmp_path, percent=percent)
