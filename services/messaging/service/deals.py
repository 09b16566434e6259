"""The steps of a deal: each one transaction, under the locks of its conversation and of the deal."""

from datetime import datetime
from typing import Literal, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.trades import (
    Courier,
    DealCancelled,
    DealDelivered,
    DealShipped,
)
from libs.kit import money
from libs.kit.events import people
from libs.kit.http.access import Identity
from libs.kit.http.errors import NotFound
from libs.kit.process import clock
from services.messaging.domain import deals as rules
from services.messaging.domain.refusals import NotForSale, NotYourTurn, StepRefused
from services.messaging.models import Conversation, Deal, Message, ProductCopy
from services.messaging.queries import conversations as conversation_queries
from services.messaging.queries import deals as deal_queries
from services.messaging.queries import messages as message_queries
from services.messaging.queries import people as people_queries
from services.messaging.service import deal_facts, messages

# Holds the seller's words; `queries/forgetting.py` empties it with them.
PURCHASE_CONFIRMED = "I have confirmed the purchase of {name} for {price}."
Reason = Literal[
    "changed_mind", "unavailable", "no_payment", "unreachable", "listing_removed", "person_left", "other"
]


async def initiate(session: AsyncSession, seller: Identity, buyer_id: int, product_id: int) -> Message:
    """Offer a listing to a buyer with an INITIATE card; an open card for the same listing is given again."""
    await people.lock_actor(session, seller)
    await messages.check_may_write(session, seller.user_id, buyer_id)
    product = await people_queries.product(session, product_id)
    if product is None or product.seller_id != seller.user_id:
        raise NotFound
    if product.status != "active" or product.listing_type == "auction":
        raise NotForSale
    conversation = await messages.opened(session, seller.user_id, buyer_id, product_id)
    open_deal = await deal_queries.open_card(session, product_id, buyer_id)
    if open_deal is not None:
        card = await message_queries.card(session, open_deal.known_id, "INITIATE")
        assert card is not None
        return card
    now = await clock.now(session)
    _, card = await _offered(session, conversation, product, buyer_id, product.price, now)
    return card


async def agreed(
    session: AsyncSession,
    conversation: Conversation,
    product: ProductCopy,
    buyer_id: int,
    amount: int,
    now: datetime,
) -> Deal:
    """Write the purchase card at a price that both have agreed to; an open card gets that price."""
    deal = await deal_queries.open_card(session, product.product_id, buyer_id)
    if deal is None:
        deal, _ = await _offered(session, conversation, product, buyer_id, amount, now)
    elif deal.amount != amount:
        deal.amount, deal.updated_at = amount, now
        await touch_card(session, conversation, deal, "INITIATE", now)
    return deal


async def of_id(session: AsyncSession, deal_id: int) -> Deal:
    """Return a deal that is known to exist."""
    return (await deal_queries.deals(session, [deal_id]))[deal_id]


async def _offered(
    session: AsyncSession,
    conversation: Conversation,
    product: ProductCopy,
    buyer_id: int,
    amount: int,
    now: datetime,
) -> tuple[Deal, Message]:
    """Write a deal that waits for its buyer, and its card."""
    deal = Deal(
        conversation_id=conversation.known_id,
        product_id=product.product_id,
        seller_id=product.seller_id,
        buyer_id=buyer_id,
        amount=amount,
        sold_by=product.listing_type,
        product_name=product.name,
        image_url=product.image_url,
        created_at=now,
        updated_at=now,
        state_since=now,
    )
    session.add(deal)
    await session.flush()
    await deal_facts.note(session, deal, "offered", deal.seller_id, now)
    return deal, await _card(session, conversation, deal, "INITIATE", now)


async def _card(
    session: AsyncSession, conversation: Conversation, deal: Deal, action: str, now: datetime
) -> Message:
    """Put the card of a step into the conversation: sent by the one who took the step before (C17)."""
    from_seller = action in ("INITIATE", "CONFIRM_DELIVERY")
    sender, receiver = (deal.seller_id, deal.buyer_id) if from_seller else (deal.buyer_id, deal.seller_id)
    actor = deal.buyer_id if rules.CARDS[action] == "buyer" else deal.seller_id
    return await messages.add(
        session,
        conversation,
        Message(
            conversation_id=conversation.known_id, seq=0, changed_seq=0, place=0, sender_id=sender,
            receiver_id=receiver, content="", product_id=deal.product_id, message_type="ACTION",
            action_type=action, actor_id=actor, deal_id=deal.known_id, created_at=now,
        ),
    )  # fmt: skip


async def of_card(session: AsyncSession, person: Identity, message_id: int) -> tuple[Message, Deal]:
    """Return a card and its deal, for one of the two people; nothing is locked."""
    card = await message_queries.message(session, message_id)
    if card is None or card.deal_id is None or person.user_id not in (card.sender_id, card.receiver_id):
        raise NotFound
    deal = (await deal_queries.deals(session, [card.deal_id]))[card.deal_id]
    if card.actor_id != person.user_id:
        raise NotYourTurn
    return card, deal


async def confirm(session: AsyncSession, person: Identity, message_id: int) -> tuple[Message, Deal]:
    """Confirm the step of a card: click it, move the deal, write what follows. Done before changes nothing.

    What another service must agree to (the stock, the sale of an auction) was asked before."""
    await people.lock_actor(session, person)
    card, deal = await of_card(session, person, message_id)
    conversation = await conversation_queries.locked_by_id(session, card.conversation_id)
    locked = await deal_queries.locked(session, deal.known_id)
    assert locked is not None
    assert card.action_type is not None
    await session.refresh(card)
    await _take(session, conversation, card, locked, person.user_id)
    return card, locked


async def confirm_agreed(session: AsyncSession, deal_id: int) -> Deal:
    """Confirm the purchase of a buyer who agreed to its price by an offer; done before changes nothing."""
    found = await of_id(session, deal_id)
    if await people.standing_of(session, found.buyer_id) != "active":
        raise StepRefused(found.state)
    conversation = await conversation_queries.locked_by_id(session, found.conversation_id)
    deal = await deal_queries.locked(session, deal_id)
    card = await message_queries.card(session, deal_id, "INITIATE")
    assert deal is not None
    assert card is not None
    await _take(session, conversation, card, deal, deal.buyer_id)
    return deal


async def _take(
    session: AsyncSession, conversation: Conversation, card: Message, deal: Deal, actor_id: int
) -> None:
    """Take the step of a card, unless it was taken before."""
    action = cast("rules.Event", card.action_type)
    if action == "REVIEW":
        raise StepRefused(deal.state)  # a review has its own call, with its stars
    before = cast("rules.State", deal.state)
    following = rules.after(before, action)
    if following == before:
        return
    now = await clock.now(session)
    await click(session, conversation, card, deal, now)
    await deal_facts.move(session, deal, following, now)
    if action == "INITIATE":
        deal.opened_at = now
        await deal_facts.record(session, deal, deal_facts.opened(deal, now))
        await _confirmation_text(session, conversation, deal, now)
    await deal_facts.record(session, deal, deal_facts.confirmed(deal, card, actor_id, now))
    if action == "CONFIRM_DELIVERY":
        await deal_facts.record(
            session, deal, DealDelivered(**deal_facts.ids(deal), amount=deal.amount, delivered_at=now)
        )
    await deal_facts.note(session, deal, action.lower(), actor_id, now)
    await _card(session, conversation, deal, rules.NEXT_CARD[action], now)


async def click(
    session: AsyncSession, conversation: Conversation, card: Message, deal: Deal, now: datetime
) -> None:
    """Show a card as done."""
    card.is_clicked = True
    await messages.touch(session, conversation, card, "card", now)


async def _confirmation_text(
    session: AsyncSession, conversation: Conversation, deal: Deal, now: datetime
) -> None:
    content = PURCHASE_CONFIRMED.format(name=deal.product_name, price=money.written(deal.amount))
    await messages.add(
        session,
        conversation,
        Message(
            conversation_id=conversation.known_id, seq=0, changed_seq=0, place=0, sender_id=deal.buyer_id,
            receiver_id=deal.seller_id, content=content, product_id=deal.product_id,
            deal_id=deal.known_id, created_at=now,
        ),
    )  # fmt: skip


async def become_unavailable(session: AsyncSession, deal_id: int) -> None:
    """Show the card of an offer as over, because nothing is left."""
    found = (await deal_queries.deals(session, [deal_id]))[deal_id]
    conversation = await conversation_queries.locked_by_id(session, found.conversation_id)
    deal = await deal_queries.locked(session, deal_id)
    if deal is None or deal.state != "offered":
        return
    now = await clock.now(session)
    await deal_facts.move(session, deal, "unavailable", now)
    await deal_facts.note(session, deal, "unavailable", None, now)
    await touch_card(session, conversation, deal, "INITIATE", now)


async def ship(
    session: AsyncSession, seller: Identity, deal_id: int, courier: Courier, tracking_number: str | None
) -> Deal:
    """Write down how the parcel goes; the seller may correct it until it has come."""
    await people.lock_actor(session, seller)
    conversation, deal = await _locked(session, seller, deal_id)
    if seller.user_id != deal.seller_id:
        raise NotYourTurn
    following = rules.after(cast("rules.State", deal.state), "SHIP")
    if (deal.courier, deal.tracking_number) == (courier, tracking_number):
        return deal
    now = await clock.now(session)
    deal.courier, deal.tracking_number = courier, tracking_number
    await deal_facts.move(session, deal, following, now)
    fact = DealShipped(
        **deal_facts.ids(deal), courier=courier, has_tracking=tracking_number is not None, shipped_at=now
    )
    await deal_facts.record(session, deal, fact)
    await deal_facts.note(
        session, deal, "shipped", seller.user_id, now, courier=courier, tracking=tracking_number
    )
    await touch_card(session, conversation, deal, "CONFIRM_DELIVERY", now)
    return deal


async def cancel(session: AsyncSession, person: Identity, deal_id: int, reason: Reason) -> Deal:
    """Cancel a deal: freely before the payment is confirmed, after it when both want it (U28)."""
    conversation, deal = await _locked(session, person, deal_id)
    state = cast("rules.State", deal.state)
    if state == "cancelled":
        return deal
    now = await clock.now(session)
    if (state, "CANCEL") in rules.TABLE:
        await _cancelled(
            session, conversation, deal, _role(deal, person.user_id), person.user_id, reason, now
        )
        return deal
    rules.after(state, "AGREE_CANCEL")
    if deal.cancel_asked_by is None:
        deal.cancel_asked_by = person.user_id
        await deal_facts.note(session, deal, "cancel_asked", person.user_id, now, reason=reason)
        await touch_card(session, conversation, deal, "CONFIRM_DELIVERY", now)
    elif deal.cancel_asked_by != person.user_id:
        await _cancelled(session, conversation, deal, "agreement", person.user_id, reason, now)
    return deal


async def _cancelled(
    session: AsyncSession,
    conversation: Conversation,
    deal: Deal,
    by: str,
    actor_id: int | None,
    reason: Reason,
    now: datetime,
) -> None:
    was_paid = deal.state not in ("offered", "unavailable", "awaiting_payment")
    was_open = deal.opened_at is not None
    before = cast("rules.State", deal.state)
    await deal_facts.move(session, deal, "cancelled", now)
    await deal_facts.note(session, deal, "cancelled", actor_id, now, reason=reason)
    if was_open:  # a card that was not confirmed is no deal to others
        fact = DealCancelled(
            **deal_facts.ids(deal),
            cancelled_by=cast("Literal['buyer', 'seller', 'agreement']", by),
            reason=reason,
            was_paid=was_paid,
            cancelled_at=now,
        )
        await deal_facts.record(session, deal, fact)
    for action, states in rules.OPEN_IN.items():
        if before in states:
            await touch_card(session, conversation, deal, action, now)


async def _locked(session: AsyncSession, person: Identity, deal_id: int) -> tuple[Conversation, Deal]:
    """Return a deal of this person with its conversation, both locked, in this order everywhere."""
    found = (await deal_queries.deals(session, [deal_id])).get(deal_id)
    if found is None or person.user_id not in (found.seller_id, found.buyer_id):
        raise NotFound
    conversation = await conversation_queries.locked_by_id(session, found.conversation_id)
    deal = await deal_queries.locked(session, deal_id)
    assert deal is not None
    return conversation, deal


async def touch_card(
    session: AsyncSession, conversation: Conversation, deal: Deal, action: str, now: datetime
) -> None:
    """Let both sides read a card anew whose deal has changed."""
    card = await message_queries.card(session, deal.known_id, action)
    if card is not None:
        await messages.touch(session, conversation, card, "card", now)


def _role(deal: Deal, user_id: int) -> rules.Role:
    return "seller" if user_id == deal.seller_id else "buyer"
