"""Offers change only while their conversation is locked."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.offers import (
    OfferAccepted,
    OfferCountered,
    OfferDeclined,
    OfferEvent,
    OfferExpired,
    OfferMade,
    OfferWithdrawn,
)
from libs.kit import money
from libs.kit.db.database import Database
from libs.kit.errors import InvalidInput, NotFound
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people, platform_rules
from services.messaging.conversations.models import Conversation
from services.messaging.conversations.queries import lock_conversation_by_id
from services.messaging.deals.models import Deal
from services.messaging.deals.service import get_deal, open_agreed
from services.messaging.messages.models import Message
from services.messaging.messages.service import add_message, check_may_write, open_conversation, touch_message
from services.messaging.offers import queries, rules
from services.messaging.offers.models import Offer
from services.messaging.offers.rules import OfferOpenAlready
from services.messaging.offers.schemas import OfferIn
from services.messaging.replicas.models import ProductReplica
from services.messaging.replicas.queries import get_product

# Contains no personal data.
OFFERED = "I offer {price}."


EXPIRED_AT_ONCE = 50


async def make_offer(session: AsyncSession, person: Identity, form: OfferIn) -> Message:
    """Returns the open offer if there is one."""
    await people.lock_actor(session, person)
    product = await _listing(session, form.product_id)
    is_seller = product.seller_id == person.user_id
    if is_seller and form.buyer_id is None:
        raise InvalidInput.field("buyerId", "Please name a buyer.")
    if not is_seller and form.buyer_id not in (None, person.user_id):
        raise InvalidInput.field("buyerId", "You can only offer for yourself.")
    buyer_id = cast("int", form.buyer_id) if is_seller else person.user_id
    other_id = buyer_id if is_seller else product.seller_id
    await check_may_write(session, person.user_id, other_id)
    rules.check_negotiable(product)
    rules.check_amount(form.amount, product)
    conversation = await open_conversation(session, person.user_id, other_id, product.product_id)
    now = await clock.now(session)
    open_offer = await queries.get_open_offer(session, product.product_id, buyer_id)
    side: rules.Side = "seller" if is_seller else "buyer"
    if open_offer is not None and rules.is_open(open_offer, now):
        if (open_offer.by, open_offer.amount) == (side, form.amount):
            return await queries.get_offer_card(session, open_offer.known_id)
        raise OfferOpenAlready
    if open_offer is not None:
        await _expire(session, conversation, open_offer, now)
    offer = Offer(
        conversation_id=conversation.known_id,
        product_id=product.product_id,
        seller_id=product.seller_id,
        buyer_id=buyer_id,
        by=side,
        amount=form.amount,
        created_at=now,
        expires_at=now + rules.STANDS_FOR,
    )
    return await put_offer(session, conversation, offer, product, now)


async def _listing(session: AsyncSession, product_id: int) -> ProductReplica:
    product = await get_product(session, product_id)
    if product is None:
        raise NotFound
    return product


async def put_offer(
    session: AsyncSession, conversation: Conversation, offer: Offer, product: ProductReplica, now: datetime
) -> Message:
    if offer.by == "buyer":
        tries = await queries.count_tries(session, offer.product_id, offer.buyer_id)
        rules.check_tries(tries, await platform_rules.value_of(session, "offers_for_a_listing"))
    session.add(offer)
    await session.flush()
    from_buyer = offer.by == "buyer"
    sender, receiver = (offer.buyer_id, offer.seller_id) if from_buyer else (offer.seller_id, offer.buyer_id)
    card = await add_message(
        session,
        conversation,
        Message(
            conversation_id=conversation.known_id, seq=0, changed_seq=0, place=0, sender_id=sender,
            receiver_id=receiver, content=OFFERED.format(price=money.format_ringgit(offer.amount)),
            product_id=offer.product_id, offer_id=offer.known_id, created_at=now,
        ),
    )  # fmt: skip
    made = OfferMade(
        **_ids(offer),
        conversation_id=offer.conversation_id,
        answers_id=offer.answers_id,
        expires_at=offer.expires_at,
        made_at=now,
    )
    await _record(session, offer, made)
    floor = await queries.get_floor(session, offer.product_id) if from_buyer else None
    if rules.is_too_low(offer.amount, floor, product.price):
        declined = OfferDeclined(**_ids(offer), is_automatic=True, declined_at=now)
        await _close(session, conversation, offer, "declined", declined, now)
    return card


async def close_open_offer(
    session: AsyncSession, conversation: Conversation, product_id: int, buyer_id: int, now: datetime
) -> None:
    open_offer = await queries.get_open_offer(session, product_id, buyer_id)
    if open_offer is None:
        return
    if not rules.is_open(open_offer, now):
        await _expire(session, conversation, open_offer, now)
    elif open_offer.by == "buyer":
        withdrawn = OfferWithdrawn(**_ids(open_offer), withdrawn_at=now)
        await _close(session, conversation, open_offer, "withdrawn", withdrawn, now)
    else:
        declined = OfferDeclined(**_ids(open_offer), is_automatic=False, declined_at=now)
        await _close(session, conversation, open_offer, "declined", declined, now)


async def decline_offer(session: AsyncSession, person: Identity, offer_id: int) -> Message:
    conversation, offer, side = await _locked(session, person, offer_id)
    if offer.state != "declined" or offer.by == side:
        now = await clock.now(session)
        rules.check_reply(offer, "decline", side, now)
        declined = OfferDeclined(**_ids(offer), is_automatic=False, declined_at=now)
        await _close(session, conversation, offer, "declined", declined, now)
    return await queries.get_offer_card(session, offer_id)


async def withdraw_offer(session: AsyncSession, person: Identity, offer_id: int) -> Message:
    conversation, offer, side = await _locked(session, person, offer_id)
    if offer.state != "withdrawn" or offer.by != side:
        now = await clock.now(session)
        rules.check_reply(offer, "withdraw", side, now)
        await _close(
            session, conversation, offer, "withdrawn", OfferWithdrawn(**_ids(offer), withdrawn_at=now), now
        )
    return await queries.get_offer_card(session, offer_id)


async def counter_offer(session: AsyncSession, person: Identity, offer_id: int, amount: int) -> Message:
    """A repeated call returns the same offer."""
    conversation, offer, side = await _locked(session, person, offer_id)
    open_offer = await queries.get_open_offer(session, offer.product_id, offer.buyer_id)
    if open_offer is not None and (open_offer.answers_id, open_offer.by, open_offer.amount) == (
        offer_id,
        side,
        amount,
    ):
        return await queries.get_offer_card(session, open_offer.known_id)
    now = await clock.now(session)
    rules.check_reply(offer, "counter", side, now)
    await check_may_write(session, person.user_id, _other_party(offer, side))
    product = await _listing(session, offer.product_id)
    rules.check_negotiable(product)
    rules.check_amount(amount, product)
    # Closed first, because only one offer for a listing may be open between two people.
    offer.state, offer.answered_at = "countered", now
    await session.flush()
    following = Offer(
        conversation_id=offer.conversation_id,
        product_id=offer.product_id,
        seller_id=offer.seller_id,
        buyer_id=offer.buyer_id,
        by=side,
        amount=amount,
        answers_id=offer_id,
        created_at=now,
        expires_at=now + rules.STANDS_FOR,
    )
    card = await put_offer(session, conversation, following, product, now)
    countered = OfferCountered(**_ids(offer), counter_id=following.known_id, countered_at=now)
    await _close(session, conversation, offer, "countered", countered, now)
    return card


async def agree_to_offer(session: AsyncSession, person: Identity, offer_id: int) -> Deal:
    """Idempotent."""
    conversation, offer, side = await _locked(session, person, offer_id)
    now = await clock.now(session)
    if offer.state == "accepted" and offer.by != side:
        deal = await get_deal(session, cast("int", offer.deal_id))
        rules.check_still_agreed(offer, deal, now)
        return deal
    rules.check_reply(offer, "accept", side, now)
    product = await _listing(session, offer.product_id)
    rules.check_negotiable(product)
    deal = await open_agreed(session, conversation, product, offer.buyer_id, offer.amount, now)
    offer.deal_id = deal.known_id
    accepted = OfferAccepted(**_ids(offer), transaction_id=deal.known_id, accepted_at=now)
    await _close(session, conversation, offer, "accepted", accepted, now)
    return deal


async def _locked(
    session: AsyncSession, person: Identity, offer_id: int
) -> tuple[Conversation, Offer, rules.Side]:
    await people.lock_actor(session, person)
    found = (await queries.get_offers(session, [offer_id])).get(offer_id)
    if found is None or person.user_id not in (found.seller_id, found.buyer_id):
        raise NotFound
    conversation = await lock_conversation_by_id(session, found.conversation_id)
    offer = await queries.lock_offer(session, offer_id)
    return conversation, offer, "seller" if person.user_id == offer.seller_id else "buyer"


def _other_party(offer: Offer, side: rules.Side) -> int:
    return offer.buyer_id if side == "seller" else offer.seller_id


async def _close(
    session: AsyncSession,
    conversation: Conversation,
    offer: Offer,
    state: rules.OfferState,
    event: OfferEvent,
    now: datetime,
) -> None:
    offer.state, offer.answered_at = state, now
    await _record(session, offer, event)
    await touch_message(
        session, conversation, await queries.get_offer_card(session, offer.known_id), "card", now
    )


async def _expire(session: AsyncSession, conversation: Conversation, offer: Offer, now: datetime) -> None:
    await _close(session, conversation, offer, "expired", OfferExpired(**_ids(offer), expired_at=now), now)


async def _record(session: AsyncSession, offer: Offer, event: OfferEvent) -> None:
    offer.version += 1
    await session.flush()
    await outbox.record(session, event, version=offer.version)


def _ids(offer: Offer) -> Mapping[str, Any]:
    return {
        "offer_id": offer.known_id,
        "product_id": offer.product_id,
        "seller_id": offer.seller_id,
        "buyer_id": offer.buyer_id,
        "by": offer.by,
        "amount": offer.amount,
    }


async def expire_offers(database: Database) -> int:
    async with database.reading() as session:
        due = await queries.list_due_offers(session, await clock.now(session), EXPIRED_AT_ONCE)
    for found in due:
        async with database.transaction() as session:
            conversation = await lock_conversation_by_id(session, found.conversation_id)
            offer = await queries.lock_offer(session, found.known_id)
            now = await clock.now(session)
            if offer.state == "open" and not rules.is_open(offer, now):
                await _expire(session, conversation, offer, now)
    return len(due)


async def set_floor(session: AsyncSession, seller: Identity, product_id: int, amount: int | None) -> None:
    await people.lock_actor(session, seller)
    await queries.put_floor(session, product_id, seller.user_id, amount)


async def get_own_listing(session: AsyncSession, seller: Identity, product_id: int) -> ProductReplica:
    product = await _listing(session, product_id)
    if product.seller_id != seller.user_id:
        raise NotFound
    return product
