import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from libs.contracts.event import Envelope
from libs.kit.testing import Service
from services.auction.tests.makers import RIVAL_ID, bid, bidder, remove_accounts
from services.catalog.tests.makers import FARID, a_listing, listed
from tests.contracts.test_live_triples import compare, frames_since

pytestmark = pytest.mark.servers
FOLDER = Path(__file__).parent / "cards"
FARID_ID = 71


async def card(
    catalog: Service, auction: Service, product: dict[str, Any], seen: int
) -> tuple[dict[str, Any], int]:
    envelopes = [Envelope.model_validate(event) for event in await auction.recorded(product["auction"]["id"])]
    for envelope in envelopes[seen:]:
        await catalog.deliver(envelope.event(), version=envelope.version)
    shown = (await catalog.http.get(f"/api/products/{product['id']}")).json()
    return shown["auction"], len(envelopes)


@pytest.mark.parametrize(
    ("name", "seconds", "bids", "banned"),
    [
        ("first-bid", 86_400, [(42, 105)], None),
        ("three-bids", 86_400, [(42, 105), (RIVAL_ID, 112.5), (42, 120)], None),
        ("a-late-bid", 90, [(42, 105)], None),
        ("a-cancelled-auction", 86_400, [(42, 105)], FARID_ID),
        ("voided-bids", 86_400, [(42, 105), (RIVAL_ID, 110)], RIVAL_ID),
    ],
)
async def test_frames_update_a_card_to_its_fetched_state(
    catalog: Service,
    auction: Service,
    name: str,
    seconds: int,
    bids: list[tuple[int, float]],
    banned: int | None,
) -> None:
    """HOME-05, CAT-10, CAT-18, C22"""
    ends = (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat()
    form = a_listing(listingType="auction", auction={"startingPrice": 100, "endsAt": ends})
    product = await listed(catalog, FARID, body=form)
    auction_id = product["auction"]["id"]
    assert (await auction.http.get(f"/api/auctions/{auction_id}")).status_code == 200
    before, handled = await card(catalog, auction, product, 0)
    seen = (await auction.recorded(auction_id))[-1]["version"]
    for user, amount in bids:
        await bid(auction, auction_id, amount, bidder(user, f"bidder{user}"))
    if banned is not None:
        await remove_accounts(auction, banned, "banned")
    after, _ = await card(catalog, auction, product, handled)
    assert before != after, "the scene changes nothing and so proves nothing"
    frames = await frames_since(auction, auction_id, seen)
    compare(FOLDER / f"{name}.json", {"name": name, "before": before, "frames": frames, "after": after})
    assert json.loads((FOLDER / f"{name}.json").read_text())["frames"]
