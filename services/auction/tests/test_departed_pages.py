from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import text

from libs.contracts.events.auth import UserBanned
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auction.tests.makers import (
    an_auction,
    bid,
    bidder,
    finish_account_removals,
    read_auction,
    run_closing,
)

pytestmark = pytest.mark.servers
KIM, OUT, SELLER = 6_521, 6_522, 6_523


@pytest.fixture(autouse=True)
async def nobody_stays_banned(auction: Service) -> AsyncIterator[None]:
    yield
    await finish_account_removals(auction)
    async with auction.database.transaction() as session:
        await session.execute(
            text("UPDATE people SET account_status = 'active' WHERE account_status = 'banned'")
        )


async def over(auction: Service, *, banned: int, reserve: int | None = None) -> int:
    """The auction ends before the job clears the banned person's bids."""
    auction_id = await an_auction(auction, seller=SELLER, reserve_price=reserve)
    for who, amount in ((KIM, 105), (OUT, 110)):
        assert (await bid(auction, auction_id, amount, bidder(who, "someone"))).status_code == 201
    await auction.deliver(UserBanned(user_id=banned, by_admin_id=1, banned_at=datetime.now(UTC)))
    clock.forward(days=7)
    return auction_id


async def listed(auction: Service, who: int, role: str) -> dict[str, Any]:
    path = f"/api/auctions/mine?role={role}&when=over"
    line: dict[str, Any] = (await auction.http.get(path, headers=bidder(who, "someone"))).json()["auctions"][
        0
    ]
    return line


@pytest.mark.parametrize("by", ["auction", "product"])
async def test_page_before_close_names_the_future_winner(auction: Service, by: str) -> None:
    auction_id = await over(auction, banned=OUT)
    (row,) = await auction.rows("SELECT product_id, status FROM auctions WHERE id = :id", id=auction_id)
    assert row["status"] == "active"
    path = f"product/{row['product_id']}" if by == "product" else str(auction_id)
    page = (await auction.http.get(f"/api/auctions/{path}")).json()
    assert (page["status"], page["winnerId"], page["finalPrice"]) == ("ended", KIM, 105.0)
    assert [item["bidderId"] for item in page["bids"]] == [KIM]
    await run_closing(auction)
    assert (await read_auction(auction, auction_id))["winnerId"] == KIM


async def test_page_shows_reserve_not_met_if_only_banned_bid_met_it(
    auction: Service,
) -> None:
    page = await read_auction(auction, await over(auction, banned=OUT, reserve=11_000))
    assert (page["outcome"], page["winnerId"]) == ("reserve_not_met", None)


async def test_page_shows_banned_sellers_auction_as_cancelled(auction: Service) -> None:
    page = await read_auction(auction, await over(auction, banned=SELLER))
    assert (page["status"], page["outcome"], page["winnerId"]) == ("cancelled", "cancelled", None)


@pytest.mark.parametrize(
    ("who", "role", "state"), [(KIM, "bidding", "to_pay"), (SELLER, "selling", "to_be_paid")]
)
async def test_own_auction_list_matches_the_page(auction: Service, who: int, role: str, state: str) -> None:
    auction_id = await over(auction, banned=OUT)
    line = await listed(auction, who, role)
    assert (line["auction"]["id"], line["auction"]["winnerId"]) == (auction_id, KIM)
    assert (line["state"], line["price"]) == (state, 105.0)


async def test_page_of_auction_ended_before_the_ban_is_unchanged(auction: Service) -> None:
    auction_id = await over(auction, banned=6_524)
    await auction.deliver(UserBanned(user_id=OUT, by_admin_id=1, banned_at=datetime.now(UTC)))
    assert (await read_auction(auction, auction_id))["winnerId"] == OUT
