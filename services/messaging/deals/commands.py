"""Steps that need another service: catalog reserves stock, auction ends an auction by Buy Now, and boost
holds the money. The other service is called first, without a database connection, and then the step is
committed. If the commit fails, catalog releases the stock after two minutes."""

import contextlib
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Literal, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.staff import OrderChangedByStaff
from libs.contracts.events.trades import OrderSetByStaff
from libs.kit.db.database import Database
from libs.kit.errors import DomainError, NotFound, Unavailable
from libs.kit.http.bulk import Begin
from libs.kit.http.client import InternalClient
from libs.kit.process import buggify, clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people, staff_changes
from libs.marketplace.dealings import refuse_bidder
from services.messaging.deals import cancellations, clients, queries, rules, service, timeline
from services.messaging.deals.cancellations import RequestSnapshot
from services.messaging.deals.models import Deal
from services.messaging.deals.rules import (
    AGREED_FOR,
    AlreadySettled,
    CancellationClosed,
    CancellationOutdated,
    NoLongerAvailable,
    NotYourTurn,
    OwnOrder,
    PriceChanged,
    Sale,
    agreed_request,
)
from services.messaging.deals.timeline import Reason, StaffDecision
from services.messaging.messages.models import Message
from services.messaging.messages.queries import get_card
from services.messaging.offers import favourites
from services.messaging.offers import service as offer_service
from services.messaging.replicas.queries import get_product

StaffStatus = Literal["processing", "shipped", "delivered", "cancelled"]


class Owners:
    def __init__(self, catalog: InternalClient, auction: InternalClient, boost: InternalClient) -> None:
        self.catalog, self.auction, self.boost = catalog, auction, boost


async def initiate(
    database: Database, owners: Owners, seller: Identity, buyer_id: int, product_id: int
) -> tuple[Message, bool]:
    """Auction listings are offered at their Buy Now price (C21). Returns the card and whether it is new."""
    async with database.reading() as reading:
        product = await get_product(reading, product_id)
    buy_now = None
    if product and product.seller_id == seller.user_id and product.listing_type == "auction":
        buy_now = await clients.get_buy_now(owners.auction, product_id)
    async with database.transaction() as session:
        return await service.initiate(session, seller, buyer_id, product_id, buy_now)


async def confirm(
    database: Database, owners: Owners, person: Identity, message_id: int, seen_amount: int | None = None
) -> Deal:
    """`seen_amount` is the price that the card showed to the buyer, by default the card's first price."""
    async with database.reading() as reading:
        card, deal = await service.get_deal_of_card(reading, person, message_id)
        is_agreed = await queries.is_price_agreed(
            reading, deal.known_id, await clock.now(reading) - AGREED_FOR
        )
    seen = deal.first_amount if seen_amount is None else seen_amount
    if deal.state in ("offered", "unavailable") and seen != deal.amount:
        raise PriceChanged(deal.amount)
    if card.action_type == "INITIATE":  # Only starting a purchase needs an active account.
        async with database.transaction() as session:
            await people.lock_actor(session, person)
    async with _updating_card(database, deal):
        sale = await _agreed(owners, card, deal, is_price_agreed=is_agreed)
        async with database.transaction() as session:
            _, deal = await service.confirm(session, person, message_id, deal.amount, sale)
    return deal


@contextlib.asynccontextmanager
async def _updating_card(database: Database, deal: Deal) -> AsyncIterator[None]:
    try:
        yield
    except NoLongerAvailable:
        async with database.transaction() as session:
            await service.become_unavailable(session, deal.known_id)
        raise
    except PriceChanged as refusal:
        async with database.transaction() as session:
            await service.show_price(session, deal.known_id, refusal.price)
        raise


async def accept_offer(database: Database, catalog: InternalClient, person: Identity, offer_id: int) -> Deal:
    """Reserve the stock and confirm the purchase for the buyer, who agreed to the price. If this fails, the
    buyer can confirm the remaining purchase card. A repeated call resumes."""
    async with database.transaction() as session:
        deal = await offer_service.agree_to_offer(session, person, offer_id)
    if deal.state in ("offered", "unavailable"):
        async with _updating_card(database, deal):
            await reserve(catalog, deal, is_price_agreed=True)
            async with database.transaction() as session:
                deal = await service.confirm_agreed(session, deal.known_id, deal.amount)
    return deal


async def accept_received(
    database: Database, catalog: InternalClient, buyer: Identity, campaign_id: int
) -> Deal:
    """After a failure, the offer stays in the conversation. A repeated call resumes."""
    async with database.transaction() as session:
        offer_id = await favourites.take_up_offer(session, buyer, campaign_id)
    return await accept_offer(database, catalog, buyer, offer_id)


async def _agreed(owners: Owners, card: Message, deal: Deal, *, is_price_agreed: bool) -> Sale | None:
    is_sale = deal.sale_number is not None
    if card.action_type == "INITIATE" and deal.state in ("offered", "unavailable") and not is_sale:
        if deal.sold_by == "buy_now":
            return await clients.buy_now(owners.auction, deal)
        await reserve(owners.catalog, deal, is_price_agreed=is_price_agreed)
    return None


async def reserve(catalog: InternalClient, deal: Deal, *, is_price_agreed: bool) -> None:
    wanted = {
        "dealId": deal.known_id, "buyerId": deal.buyer_id, "amount": deal.amount,
        "isPriceAgreed": is_price_agreed,
    }  # fmt: skip
    answer = await catalog.post(f"/internal/products/{deal.product_id}/reservations", wanted)
    if answer.status in (200, 201):
        buggify.point("after-reserved")
        return
    code = answer.body.get("code") if isinstance(answer.body, dict) else None
    if code == "price_changed":
        raise PriceChanged(answer.body["details"]["priceSen"])
    raise NoLongerAvailable if code in ("none_left", "not_found") else Unavailable


async def set_status(
    database: Database,
    owners: Owners,
    deal_id: int,
    wanted: StaffStatus,
    staff: StaffDecision,
    begin: Begin | None = None,
) -> None:
    """Idempotent (ADM-11). A bidder of the auction may not decide about its sale. In a bulk action, `begin`
    runs inside the transaction and returns whether the order still has to be processed."""
    async with database.reading() as reading:
        deal = (await queries.get_deals(reading, [deal_id])).get(deal_id)
    deal, event = _step_of(deal, staff, wanted)
    if event is None:
        return
    await refuse_bidder(owners.auction, deal.auction_id, staff.admin_id)
    if event in ("CANCEL", "AGREE_CANCEL"):
        await clients.begin_cancellation(owners.boost, deal_id, "staff")
    async with database.transaction() as session:
        await _take(session, staff, deal_id, wanted, begin)


async def foresee_status(
    owners: Owners, deal: Deal | None, wanted: StaffStatus, staff: StaffDecision
) -> Literal["possible", "unknown"]:
    """Asks the services that `set_status` would ask. Raises if the status is refused. Returns `unknown` if a
    service is unavailable."""
    deal, event = _step_of(deal, staff, wanted)
    if event is None:
        return "possible"
    try:
        await refuse_bidder(owners.auction, deal.auction_id, staff.admin_id)
        if event in ("CANCEL", "AGREE_CANCEL"):
            await clients.check_cancellation(owners.boost, deal.known_id)
    except Unavailable:
        return "unknown"
    return "possible"


def _step_of(deal: Deal | None, staff: StaffDecision, wanted: StaffStatus) -> tuple[Deal, rules.Event | None]:
    if deal is None or deal.opened_at is None:
        raise NotFound
    OwnOrder.refuse_party(staff.admin_id, (deal.seller_id, deal.buyer_id))
    return deal, None if _status(deal) == wanted else rules.staff_step(_state(deal), wanted)


async def _take(
    session: AsyncSession, staff: StaffDecision, deal_id: int, wanted: StaffStatus, begin: Begin | None
) -> None:
    conversation, deal = await service.lock_deal_and_conversation(session, deal_id)
    if begin is not None and not await begin(session):
        return
    if _status(deal) == wanted:
        return
    before = _status(deal)
    event, now = rules.staff_step(_state(deal), wanted), await clock.now(session)
    match event:
        case "SHIP":
            await service.send_off(
                session, conversation, deal, staff.admin_id, "other", None, **staff.details()
            )
        case "CANCEL" | "AGREE_CANCEL":
            await cancellations.end_deal(
                session, conversation, deal, "staff", staff.admin_id, "other", now, staff
            )
        case _:
            card = await get_card(session, deal_id, event)
            assert card is not None
            await service.take_step(session, conversation, card, deal, now, staff=staff)
    status_set = OrderSetByStaff(
        **timeline.deal_ids(deal), by_admin_id=staff.admin_id, status=wanted, reason=staff.reason, set_at=now
    )
    await timeline.record_event(session, deal, status_set)
    await staff_changes.record(
        session, OrderChangedByStaff, "set_status", by=staff.admin_id, about=deal_id,
        parties=(deal.seller_id, deal.buyer_id), reason=staff.reason,
        before={"status": before}, after={"status": _status(deal)},
    )  # fmt: skip


def _state(deal: Deal) -> rules.State:
    return cast("rules.State", deal.state)


def _status(deal: Deal) -> rules.OrderStatus:
    return rules.ORDER_STATUS[_state(deal)]


async def set_floor(
    database: Database, catalog: InternalClient, seller: Identity, product_id: int, amount: int | None
) -> None:
    """Asks catalog for the seller if there is no replica of the listing."""
    async with database.reading() as reading:
        product = await get_product(reading, product_id)
    seller_id = product.seller_id if product else await _seller_of(catalog, product_id)
    if seller_id != seller.user_id:
        raise NotFound
    async with database.transaction() as session:
        await offer_service.set_floor(session, seller, product_id, amount)


async def _seller_of(catalog: InternalClient, product_id: int) -> int:
    answer = await catalog.get(f"/internal/products/{product_id}/seller")
    if answer.status == 404:
        raise NotFound
    if answer.status != 200:
        raise Unavailable
    return int(answer.body["sellerId"])


# A retry is needed only if the deal changes concurrently.
CANCEL_TRIES = 3


async def cancel(
    database: Database, boost: InternalClient, person: Identity, deal_id: int, reason: Reason
) -> Deal:
    """Boost has to agree first (U28). Agreeing to a request never creates a new request. If the request ends
    meanwhile, this raises `CancellationOutdated`."""
    for _ in range(CANCEL_TRIES):
        deal = await _own_deal(database, person, deal_id)
        async with database.reading() as reading:
            now = await clock.now(reading)
        snapshot = cancellations.snapshot_of(deal, now)
        by = cancellations.role_of(deal, person.user_id)
        pending_since = await _ask_to_cancel(database, boost, deal, by, snapshot, now)
        async with database.transaction() as session:
            done = await cancellations.cancel_deal(session, person, deal_id, reason, snapshot)
        if done is not None:
            return done
        if pending_since is not None:
            await clients.withdraw_cancellation(boost, deal.known_id, pending_since)
        if agreed_request(snapshot.request, by) is not None:
            raise CancellationOutdated
    raise Unavailable


async def _ask_to_cancel(
    database: Database,
    boost: InternalClient,
    deal: Deal,
    by: rules.Role,
    snapshot: RequestSnapshot,
    now: datetime,
) -> str | None:
    state = cast("rules.State", deal.state)
    if state == "cancelled":
        return None
    if (state, "CANCEL") in rules.TABLE:
        if deal.opened_at is None:
            return None
        return await clients.begin_cancellation(boost, deal.known_id, by)
    rules.state_after(state, "AGREE_CANCEL")
    agreed = agreed_request(snapshot.request, by)
    asked_at, agreed_at = (now, None) if agreed is None else (agreed.at, now)
    try:
        return await clients.begin_cancellation(boost, deal.known_id, "agreement", asked_at, agreed_at)
    except CancellationOutdated:
        async with database.transaction() as session:
            await cancellations.end_request(session, deal.known_id, asked_at)
        raise


async def report_unpaid(database: Database, boost: InternalClient, seller: Identity, deal_id: int) -> Deal:
    deal = await _own_deal(database, seller, deal_id)
    if deal.seller_id != seller.user_id:
        raise NotYourTurn
    if deal.reported_unpaid_at is not None:
        return deal
    async with database.reading() as reading:
        rules.check_may_report_unpaid(deal, await clock.now(reading))
    pending_since = None
    if deal.state != "cancelled":
        try:
            pending_since = await clients.begin_cancellation(boost, deal_id, "unpaid")
        except CancellationClosed:
            raise AlreadySettled from None
    try:
        async with database.transaction() as session:
            return await cancellations.end_unpaid(session, seller, deal_id)
    except DomainError:
        if pending_since is not None:
            await clients.withdraw_cancellation(boost, deal_id, pending_since)
        raise


async def settle_sale(
    database: Database, boost: InternalClient, seller: Identity, auction_id: int, number: int, *, paid: bool
) -> Deal:
    async with database.reading() as reading:
        deal = await queries.get_deal_of_sale(reading, auction_id, number)
    if deal is None or deal.seller_id != seller.user_id:
        raise NotFound
    if not paid:
        return await report_unpaid(database, boost, seller, deal.known_id)
    async with database.transaction() as session:
        return await service.confirm_sale_paid(session, seller, deal.known_id)


async def _own_deal(database: Database, person: Identity, deal_id: int) -> Deal:
    async with database.reading() as reading:
        deal = (await queries.get_deals(reading, [deal_id])).get(deal_id)
    if deal is None or person.user_id not in (deal.seller_id, deal.buyer_id):
        raise NotFound
    return deal
