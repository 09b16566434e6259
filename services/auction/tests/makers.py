import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

from libs.contracts.events.catalog import ProductListed
from libs.contracts.events.trades import DealCancelled, PaymentReported
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.auction.account_removal.service import Reason, begin_removal, continue_removals
from services.auction.auctions.schemas import TermsIn
from services.auction.auctions.service import delete_old_drafts, open_auction
from services.auction.closing import service as closing_service
from services.auction.sales.service import process_due_sales

SELLER_ID, BIDDER_ID, RIVAL_ID = 41, 42, 43
_products = itertools.count(500_000)


def bidder(user_id: int = BIDDER_ID, username: str = "amir") -> dict[str, str]:
    return signed_in(user_id, username)


def a_listing(auction_id: int, product_id: int, seller: int = SELLER_ID) -> ProductListed:
    return ProductListed(
        product_id=product_id,
        seller_id=seller,
        name="Iris Telegram",
        brand="Corvane",
        description="Half a bottle of iris.",
        listing_type="auction",
        category_id=4,
        price=10_000,
        stock_quantity=1,
        volume_ml=50,
        remaining_percent=60,
        batch_code=None,
        purchase_year=2024,
        box_condition="Good",
        images=["/api/images/abcdef12.webp"],
        auction_id=auction_id,
        listed_at=datetime.now(UTC),
    )


async def an_auction(auction: Service, *, seller: int = SELLER_ID, **fields: Any) -> int:
    usual = {"starting_price": 10_000, "bid_increment": 500, "ends_at": datetime.now(UTC) + timedelta(days=7)}
    secret = auction.app.state.settings.internal_secret.get_secret_value()
    answer = await auction.http.post(
        "/internal/auctions",
        json=TermsIn.model_validate(usual | fields).model_dump(mode="json"),
        headers=signed_in(seller, "farid") | {"X-Internal-Secret": secret},
    )
    auction_id: int = answer.json()["auctionId"]
    async with auction.database.transaction() as session:
        await open_auction(session, a_listing(auction_id, next(_products), seller))
    return auction_id


async def bid(
    auction: Service,
    auction_id: int,
    amount: Any,
    who: dict[str, str] | None = None,
    *,
    most: Any = None,
    key: str | None = None,
) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    path, form = (
        f"/api/auctions/{auction_id}/bids",
        {"amount": amount} | ({"maxAmount": most} if most else {}),
    )
    return await auction.http.post(path, json=form, headers=(who or bidder()) | headers)


async def read_auction(
    auction: Service, auction_id: int, who: dict[str, str] | None = None
) -> dict[str, Any]:
    shown: dict[str, Any] = (await auction.http.get(f"/api/auctions/{auction_id}", headers=who)).json()
    return shown


async def run_closing(auction: Service) -> int:
    closed, total = closing_service.AT_ONCE, 0
    while closed == closing_service.AT_ONCE:
        async with auction.database.transaction() as session:
            closed = await closing_service.close_due_auctions(session)
        total += closed
    return total


async def finish_account_removals(auction: Service) -> None:
    while await continue_removals(auction.database):
        pass


async def remove_accounts(auction: Service, user_id: int, reason: Reason) -> None:
    async with auction.database.transaction() as session:
        await begin_removal(session, user_id, reason)
    await finish_account_removals(auction)


async def sweep_drafts(auction: Service) -> None:
    while await delete_old_drafts(auction.database, auction.app.state.calls["catalog"]):
        pass


FARID = signed_in(SELLER_ID, "farid")


async def opened(auction: Service, **terms: Any) -> int:
    return await an_auction(auction, ends_at=clock.about_now() + timedelta(days=7), **terms)


async def ended(auction: Service, *bids: tuple[dict[str, str], float], **terms: Any) -> int:
    auction_id = await opened(auction, **terms)
    for who, amount in bids:
        assert (await bid(auction, auction_id, amount, who)).status_code == 201
    clock.forward(days=7)
    while await run_closing(auction):
        pass
    return auction_id


async def say(auction: Service, auction_id: int, what: str, who: dict[str, str], **results: Any) -> Any:
    return await auction.http.post(f"/api/auctions/{auction_id}/{what}", json=results, headers=who)


async def report_payment(auction: Service, auction_id: int, *, paid: bool, sale: int = 1) -> None:
    """Delivers the seller's report as messaging publishes it."""
    event = PaymentReported(
        transaction_id=auction_id * 10 + sale, product_id=5, seller_id=SELLER_ID, buyer_id=1,
        auction_id=auction_id, sale_number=sale, paid=paid, reported_at=clock.about_now(),
    )  # fmt: skip
    assert await auction.deliver(event) == ["handled"]


def cancelled_deal(auction_id: int, buyer: int, **details: Any) -> DealCancelled:
    usual: dict[str, Any] = {"cancelled_by": "seller", "reason": "other", "was_paid": False, "sale_number": 1}
    return DealCancelled(
        transaction_id=auction_id, product_id=5, seller_id=SELLER_ID, buyer_id=buyer,
        cancelled_at=clock.about_now(), auction_id=auction_id, **usual | details,
    )  # fmt: skip


async def afterwards(auction: Service, auction_id: int, who: dict[str, str]) -> dict[str, Any]:
    body: dict[str, Any] = (
        await auction.http.get(f"/api/auctions/{auction_id}/afterwards", headers=who)
    ).json()
    return body


async def process_sales(auction: Service) -> None:
    async with auction.database.transaction() as session:
        await process_due_sales(session)


async def recorded_events(auction: Service, key: str) -> list[tuple[str, int]]:
    return [(event["type"].split(".")[2], event["version"]) for event in await auction.recorded(key)]
