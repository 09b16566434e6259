import itertools
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from libs.kit.process import clock
from libs.kit.testing import Service
from services.admin.cases.models import Case
from services.admin.risk.models import RiskPair
from services.auction.auctions.models import Auction
from services.auction.bidding.models import Bid
from services.auth.tests.people import a_person
from services.boost.boosts.models import Order
from services.boost.payments.models import Payment
from services.boost.payouts.models import Payout
from services.boost.protection.models import Protection
from services.catalog.listings.models import Product
from services.catalog.reservations.models import Reservation
from services.messaging.conversations.models import Conversation
from services.messaging.deals.models import Deal

_numbers = itertools.count(79_000_001)


@dataclass(frozen=True)
class Object:
    id: int
    parties: tuple[int, ...]


def row_of(model: type[Any], **values: Any) -> Any:
    """Other required columns get any value of their type."""
    now = clock.about_now()
    usual: dict[Any, Any] = {int: 1, str: "x", bytes: b"x", datetime: now + timedelta(days=1), bool: False}
    for name, field in model.model_fields.items():
        if name not in values and field.is_required():
            values[name] = usual.get(field.annotation, [])
    return model(**values)


async def store(service: Service, row: Any) -> int:
    async with service.database.transaction() as session:
        session.add(row)
        await session.flush()
        return int(getattr(row, "id", 0) or 0)


async def account(auth: Service, _: str) -> Object:
    person = await a_person(auth)
    return Object(person.id, (person.id,))


async def listing(catalog: Service, operation: str) -> Object:
    seller, buyer = next(_numbers), next(_numbers)
    status = "removed" if operation.endswith("/restore") else "active"
    (category,) = await catalog.rows("SELECT id FROM categories ORDER BY id LIMIT 1")
    product = row_of(Product, seller_id=seller, status=status, category_id=category["id"], price=9_000)
    id_ = await store(catalog, product)
    await store(
        catalog, row_of(Reservation, deal_id=next(_numbers), product_id=id_, buyer_id=buyer, amount=9_000)
    )
    return Object(id_, (seller, buyer))


async def running_auction(auction: Service, _: str) -> Object:
    seller, leader, outbid = next(_numbers), next(_numbers), next(_numbers)
    row = row_of(
        Auction, product_id=next(_numbers), seller_id=seller, status="active", starts_at=clock.about_now(),
        starting_price=10_000, bid_increment=500, current_bid=11_000, current_bidder_id=leader, leader_most=11_000,
        bid_count=2, last_seq=2, version=1,
    )  # fmt: skip
    id_ = await store(auction, row)
    for seq, bidder, amount in ((1, outbid, 10_500), (2, leader, 11_000)):
        bid = row_of(Bid, auction_id=id_, seq=seq, id=next(_numbers), bidder_id=bidder, amount=amount)
        await store(auction, bid)
    return Object(id_, (seller, leader, outbid))


async def order(messaging: Service, _: str) -> Object:
    seller, buyer = next(_numbers), next(_numbers)
    conversation = await store(
        messaging, row_of(Conversation, low_id=seller, high_id=buyer, started_by=buyer)
    )
    deal = row_of(
        Deal, conversation_id=conversation, product_id=next(_numbers), seller_id=seller, buyer_id=buyer,
        sold_by="fixed", state="awaiting_payment", opened_at=clock.about_now(),
    )  # fmt: skip
    return Object(await store(messaging, deal), (seller, buyer))


async def boost_order(boost: Service, _: str) -> Object:
    seller = next(_numbers)
    (package,) = await boost.rows("SELECT id FROM boost_packages ORDER BY id LIMIT 1")
    row = row_of(
        Order,
        seller_id=seller,
        package_id=package["id"],
        package_type="standard",
        amount=1_000,
        product_ids=[1],
    )
    id_ = await store(boost, row)
    bill_id = secrets.token_hex(8)
    await store(boost, row_of(Payment, order_id=id_, amount=1_000, status="review", bill_id=bill_id))
    return Object(id_, (seller,))


async def dispute(boost: Service, _: str) -> Object:
    """An ended dispute, because other tests compare held money with the ledger."""
    seller, buyer, id_ = next(_numbers), next(_numbers), next(_numbers)
    now = clock.about_now()
    row = row_of(
        Protection, deal_id=id_, product_id=next(_numbers), seller_id=seller, buyer_id=buyer, amount=9_000,
        fee=90, state="refunded", refunded=9_000, held_at=now, ship_by=now, dispute_reason="damaged",
        disputed_at=now, evidence_until=now - timedelta(days=1), ended_at=now,
    )  # fmt: skip
    await store(boost, row)
    return Object(id_, (seller, buyer))


async def bill(boost: Service, operation: str) -> Object:
    deal, bill_id = await dispute(boost, operation), secrets.token_hex(8)
    row = row_of(Payment, deal_id=deal.id, amount=9_090, status="review", bill_id=bill_id)
    return Object(await store(boost, row), deal.parties)


async def payout(boost: Service, _: str) -> Object:
    person = next(_numbers)
    row = row_of(Payout, user_id=person, amount=9_000, status="failed", ended_at=clock.about_now())
    return Object(await store(boost, row), (person,))


async def case(admin: Service, _: str) -> Object:
    about, beside = next(_numbers), next(_numbers)
    row = row_of(Case, kind="review", subject_id=next(_numbers), about_id=about, beside_id=beside)
    return Object(await store(admin, row), (about, beside))


async def payment_case(admin: Service, _: str) -> Object:
    payer = next(_numbers)
    row = row_of(Case, kind="payment", subject_id=next(_numbers), about_id=payer)
    return Object(await store(admin, row), (payer,))


async def pair(admin: Service, _: str) -> Object:
    bidder, seller = next(_numbers), next(_numbers)
    row = row_of(RiskPair, bidder_id=bidder, seller_id=seller, level="review", score=60)
    return Object(await store(admin, row), (bidder, seller))


async def person(_: Service, __: str) -> Object:
    id_ = next(_numbers)
    return Object(id_, (id_,))


# By the longest path prefix. None: a rule that concerns no person.
Maker = Callable[[Service, str], Awaitable[Object]]


OBJECTS: dict[str, Maker | None] = {
    "/api/admin/users/": account,
    "/api/admin/products/": listing,
    "/api/admin/auctions/": running_auction,
    "/api/admin/orders/": order,
    "/api/admin/boost/orders/": boost_order,
    "/api/admin/boost/bills/": bill,
    "/api/admin/boost/deals/": dispute,
    "/api/admin/boost/disputes/": dispute,
    "/api/admin/boost/payouts/": payout,
    "/api/admin/cases/": case,
    "/api/admin/cases/about/": person,
    "/api/admin/cases/payments/": payment_case,
    "/api/admin/risk/": pair,
    "/api/admin/risk/about/": person,
    "/api/admin/settings/": None,
    "/api/admin/rules/": None,
    "/api/admin/boost/packages/": None,
}


def maker_for(operation: str) -> Maker | None:
    path = operation.split(" ")[1]
    return OBJECTS[max((item for item in OBJECTS if path.startswith(item)), key=len)]
