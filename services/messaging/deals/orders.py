from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.trades import OrderRead
from libs.kit.errors import NotFound
from libs.kit.events import outbox
from libs.kit.media.signing import Signer
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from services.messaging.attachments.queries import list_files_between
from services.messaging.conversations.schemas import ProductOut
from services.messaging.conversations.views import Parts, file_out
from services.messaging.deals import queries, rules
from services.messaging.deals.cancellations import snapshot_of
from services.messaging.deals.models import Deal, TimelineEntry
from services.messaging.deals.schemas import (
    DocumentOut,
    OrderDetailsOut,
    OrderOut,
    StaffOrderOut,
    StaffOrderPageOut,
    StepOut,
    TransactionOut,
)
from services.messaging.replicas.queries import get_people, get_products

MAX_DOCUMENTS = 50


def status_of(deal: Deal) -> rules.TransactionStatus:
    return rules.STATUS[cast("rules.State", deal.state)]


async def orders_out(session: AsyncSession, deals: Sequence[Deal]) -> list[OrderOut]:
    parts = Parts()
    people = {deal.seller_id for deal in deals} | {deal.buyer_id for deal in deals}
    parts.people.update(await get_people(session, people))
    parts.products.update(await get_products(session, {deal.product_id for deal in deals}))
    now = await clock.now(session)
    return [_order_out(deal, parts, now) for deal in deals]


def _order_out(deal: Deal, parts: Parts, now: datetime) -> OrderOut:
    request = snapshot_of(deal, now).request
    known = parts.product(deal.product_id)
    item = ProductOut(
        id=deal.product_id,
        name=deal.product_name or (known.name if known else ""),
        image_url=deal.image_url,
        price=deal.amount,
        status=known.status if known else "removed",
        listing_type=known.listing_type if known else "fixed",
    )
    return OrderOut(
        id=deal.known_id,
        order_number=rules.order_number(deal.known_id),
        created_at=deal.opened_at or deal.created_at,
        status=rules.ORDER_STATUS[cast("rules.State", deal.state)],
        transaction_status=status_of(deal),
        total=deal.amount,
        item_count=1,
        items=[item],
        seller=parts.person(deal.seller_id),
        buyer=parts.person(deal.buyer_id),
        courier=deal.courier,
        tracking_number=deal.tracking_number,
        cancel_asked_by=None if request is None else deal.cancel_asked_by,
        cancel_asked_until=None if request is None else request.until,
    )


async def get_transaction(session: AsyncSession, person: Identity, deal_id: int) -> TransactionOut:
    """Raises NotFound if the buyer has not confirmed the purchase."""
    deal = await _own_deal(session, person, deal_id)
    if deal.opened_at is None:
        raise NotFound
    return TransactionOut(
        id=deal.known_id,
        product_id=deal.product_id,
        seller_id=deal.seller_id,
        buyer_id=deal.buyer_id,
        amount=deal.amount,
        created_at=deal.opened_at,
        updated_at=deal.updated_at,
        status=status_of(deal),
    )


async def _own_deal(session: AsyncSession, person: Identity, deal_id: int) -> Deal:
    deal = (await queries.get_deals(session, [deal_id])).get(deal_id)
    if deal is None or person.user_id not in (deal.seller_id, deal.buyer_id):
        raise NotFound
    return deal


async def staff_orders_out(session: AsyncSession, deals: Sequence[Deal]) -> list[StaffOrderOut]:
    shown = await orders_out(session, deals)
    return [
        StaffOrderOut(**_fields(one), total=deal.amount, items=one.items, user_id=deal.buyer_id)
        for one, deal in zip(shown, deals, strict=True)
    ]


async def get_order_as_staff(session: AsyncSession, staffer: Identity, deal_id: int) -> StaffOrderPageOut:
    """Access is logged. Raises if the staff member is the buyer or seller."""
    deal = (await queries.get_deals(session, [deal_id])).get(deal_id)
    if deal is None or deal.opened_at is None:
        raise NotFound
    rules.OwnOrder.refuse_party(staffer.user_id, (deal.seller_id, deal.buyer_id))
    event = OrderRead(deal_id=deal_id, by_admin_id=staffer.user_id, read_at=await clock.now(session))
    await outbox.record(session, event, version=1)
    (shown,) = await orders_out(session, [deal])
    return StaffOrderPageOut(
        **_fields(shown),
        total=deal.amount,
        items=shown.items,
        user_id=deal.buyer_id,
        timeline=_steps_out(await queries.get_timeline(session, deal_id)),
    )


def _steps_out(steps: Sequence[TimelineEntry]) -> list[StepOut]:
    return [StepOut(kind=s.kind, actor_id=s.actor_id, at=s.at, details=s.details) for s in steps]


def _fields(order: OrderOut) -> dict[str, Any]:
    # Excluded fields are passed separately, because the response model serialises money and listings.
    return order.model_dump(by_alias=False, exclude={"total", "items"})


async def get_order(session: AsyncSession, person: Identity, deal_id: int, signer: Signer) -> OrderDetailsOut:
    deal = await _own_deal(session, person, deal_id)
    (shown,) = await orders_out(session, [deal])
    steps = _steps_out(await queries.get_timeline(session, deal_id))
    for step in steps:
        if step.actor_id not in (deal.buyer_id, deal.seller_id):
            step.actor_id = None  # Members of staff stay anonymous to buyer and seller.
    return OrderDetailsOut(
        **_fields(shown),
        total=deal.amount,
        items=shown.items,
        timeline=steps,
        documents=await _documents(session, deal, person.user_id, signer),
    )


async def _documents(session: AsyncSession, deal: Deal, reader_id: int, signer: Signer) -> list[DocumentOut]:
    until = deal.state_since if deal.state in ("completed", "cancelled") else None
    people = (deal.seller_id, deal.buyer_id)
    files = await list_files_between(session, people, deal.created_at, until, MAX_DOCUMENTS)
    return [
        DocumentOut(
            **file_out(file).model_dump(),
            url=signer.address(file.token, reader_id),
            sender_id=file.sender_id,
            at=file.created_at,
        )
        for file in files
    ]
