"""The steps of a deal: each one transaction, under the locks of its conversation and of the deal."""

from datetime import datetime
from typing import Literal, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit import money
from libs.kit.events import people
from libs.kit.http.access import Identity
from libs.kit.http.errors import NotFound
from libs.kit.process import clock
from services.messaging.domain import deals as rules
from services.messaging.domain.refusals import NoLongerAvailable, NotForSale, NotYourTurn, StepRefused
from services.messaging.models.conversations import Conversation, Message
from services.messaging.models.copies import ProductCopy
from services.messaging.models.deals import Deal
from services.messaging.queries import cards as card_queries
from services.messaging.queries import conversations as conversation_queries
from services.messaging.queries import deals as deal_queries
from services.messaging.queries import messages as message_queries
from services.messaging.queries import people as people_queries
from services.messaging.service import deal_facts, messages, verification
from services.messaging.service.deal_facts import StaffWord

# Holds the seller's words; `queries/forgetting.py` empties it with them.
PURCHASE_CONFIRMED = "I have confirmed the purchase of {name} for {price}."


async def initiate(
    session: AsyncSession,
    seller: Identity,
    buyer_id: int,
    product_id: int,
    buy_now: rules.BuyNow | None = None,
) -> tuple[Message, bool]:
    """Offer a listing to a buyer with an INITIATE card, or find the open card for the same listing. Returns
    the card and whether it is new.

    A listing that is in an auction is offered at its Buy Now price."""
    await people.lock_actor(session, seller)
    await messages.check_may_write(session, seller.user_id, buyer_id)
    product = await people_queries.product(session, product_id)
    if product is None or product.seller_id != seller.user_id:
        raise NotFound
    if product.status != "active" or (product.listing_type == "auction") != (buy_now is not None):
        raise NotForSale
    conversation = await messages.opened(session, seller.user_id, buyer_id, product_id)
    if await card_queries.hold_free(session, product_id) == 0:
        raise NotForSale
    open_deal = await deal_queries.open_card(session, product_id, buyer_id)
    if open_deal is not None:
        card = await message_queries.card(session, open_deal.known_id, "INITIATE")
        assert card is not None
        return card, False
    now = await clock.now(session)
    deal = _of_listing(conversation, product, buyer_id, product.price, now)
    if buy_now is not None:
        deal.amount, deal.sold_by, deal.auction_id = buy_now.price, "buy_now", buy_now.auction_id
    return await begin(session, conversation, deal, "offered", seller.user_id, now), True


def _of_listing(
    conversation: Conversation, product: ProductCopy, buyer_id: int, amount: int, now: datetime
) -> Deal:
    return Deal(
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


async def agreed(
    session: AsyncSession,
    conversation: Conversation,
    product: ProductCopy,
    buyer_id: int,
    amount: int,
    now: datetime,
) -> Deal:
    """Write the purchase card at a price that both have agreed to; an open card gets that price."""
    await card_queries.hold_free(session, product.product_id)
    deal = await deal_queries.open_card(session, product.product_id, buyer_id)
    if deal is None:
        deal = _of_listing(conversation, product, buyer_id, amount, now)
        await begin(session, conversation, deal, "offered", product.seller_id, now)
    elif deal.amount != amount:
        deal.amount, deal.updated_at = amount, now
        await touch_card(session, conversation, deal, "INITIATE", now)
    return deal


async def begin(
    session: AsyncSession,
    conversation: Conversation,
    deal: Deal,
    kind: str,
    actor_id: int | None,
    now: datetime,
) -> Message:
    """Write a new deal with the first line of its timeline and its first card, which is returned."""
    session.add(deal)
    await session.flush()
    await deal_facts.note(session, deal, kind, actor_id, now)
    return await add_card(session, conversation, deal, "INITIATE", now)


async def add_card(
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


async def confirm(
    session: AsyncSession, person: Identity, message_id: int, sale: rules.Sale | None = None
) -> tuple[Message, Deal]:
    """Confirm the step of a card: click it, move the deal, write what follows. Done before changes nothing.

    What another service must agree to (the stock, the sale of an auction) was asked before; `sale` is the one
    that Buy Now has made."""
    card, deal = await of_card(session, person, message_id)
    await people.lock_actor(session, person, is_bound=card.action_type != "INITIATE")
    conversation = await conversation_queries.locked_by_id(session, card.conversation_id)
    locked = await deal_queries.locked(session, deal.known_id)
    assert locked is not None
    assert card.action_type is not None
    deal = locked
    await session.refresh(card)
    action = cast("rules.Event", card.action_type)
    if action == "REVIEW":
        raise StepRefused(deal.state)  # a review has its own call, with its stars
    following = rules.after(cast("rules.State", deal.state), action)
    if following == deal.state:
        return card, deal
    if action == "CONFIRM_DELIVERY":
        rules.check_posted(cast("rules.State", deal.state), is_money_held=deal.is_money_held)
    if sale is not None:
        await take_sale(session, deal, sale)
    await step(session, conversation, card, deal, await clock.now(session))
    return card, deal


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
    if rules.after(cast("rules.State", deal.state), "INITIATE") != deal.state:
        await step(session, conversation, card, deal, await clock.now(session))
    return deal


async def of_id(session: AsyncSession, deal_id: int) -> Deal:
    return (await deal_queries.deals(session, [deal_id]))[deal_id]


async def take_sale(session: AsyncSession, deal: Deal, sale: rules.Sale) -> None:
    """Make a deal the one of a sale; refuse where another is."""
    other = await deal_queries.of_sale(session, sale.auction_id, sale.number)
    if other is not None and other.id != deal.id:
        raise NoLongerAvailable
    deal.auction_id, deal.sale_number = sale.auction_id, sale.number
    deal.amount, deal.pay_by = sale.price, sale.pay_by


async def step(
    session: AsyncSession,
    conversation: Conversation,
    card: Message,
    deal: Deal,
    now: datetime,
    *,
    is_pressed: bool = True,
    staff: StaffWord | None = None,
    event: rules.Event | None = None,
) -> None:
    """Take the step of an open card: click it, move the deal, write what follows.

    `is_pressed` is false where another service tells of it: then the buyer writes no message. `event` moves
    the deal if that is not the card's own step."""
    assert card.action_type is not None
    assert card.actor_id is not None
    action, actor_id = cast("rules.Event", card.action_type), staff.admin_id if staff else card.actor_id
    await click(session, conversation, card, deal, now)
    await deal_facts.move(session, deal, rules.after(cast("rules.State", deal.state), event or action), now)
    if action == "INITIATE":
        deal.opened_at = now
        await deal_facts.record(session, deal, deal_facts.opened(deal, now))
        if is_pressed:
            await _confirmation_text(session, conversation, deal, now)
    await deal_facts.record(session, deal, deal_facts.confirmed(deal, card, actor_id, now))
    if action == "CONFIRM_DELIVERY":
        deal.delivered_at = now
        by: Literal["buyer", "staff", "platform"] = (
            "staff" if staff else "buyer" if is_pressed else "platform"
        )
        await deal_facts.record(session, deal, deal_facts.delivered(deal, by, now))
    details = staff.details() if staff else {}
    await deal_facts.note(session, deal, action.lower(), actor_id, now, **details)
    await add_card(session, conversation, deal, rules.NEXT_CARD[action], now)
    await verification.count_delivery(session, deal)


async def click(
    session: AsyncSession, conversation: Conversation, card: Message, deal: Deal, now: datetime
) -> None:
    card.is_clicked = True
    await messages.touch(session, conversation, card, "card", now)


async def _confirmation_text(
    session: AsyncSession, conversation: Conversation, deal: Deal, now: datetime
) -> None:
    content = PURCHASE_CONFIRMED.format(name=deal.product_name, price=money.format_ringgit(deal.amount))
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
    """Show the card of an offer as over, because nothing is left.

    One that has become the card of a sale meanwhile stays: the lot is this buyer's."""
    found = (await deal_queries.deals(session, [deal_id]))[deal_id]
    conversation = await conversation_queries.locked_by_id(session, found.conversation_id)
    deal = await deal_queries.locked(session, deal_id)
    if deal is None or deal.state != "offered" or deal.sale_number is not None:
        return
    now = await clock.now(session)
    await deal_facts.move(session, deal, "unavailable", now)
    await deal_facts.note(session, deal, "unavailable", None, now)
    await touch_card(session, conversation, deal, "INITIATE", now)


async def locked(session: AsyncSession, person: Identity, deal_id: int) -> tuple[Conversation, Deal]:
    """Return a deal of this person with its conversation, both locked, in this order everywhere."""
    conversation, deal = await locked_by_id(session, deal_id)
    if person.user_id not in (deal.seller_id, deal.buyer_id):
        raise NotFound
    return conversation, deal


async def locked_by_id(session: AsyncSession, deal_id: int) -> tuple[Conversation, Deal]:
    """Return a deal with its conversation, both locked."""
    found = (await deal_queries.deals(session, [deal_id])).get(deal_id)
    if found is None:
        raise NotFound
    conversation = await conversation_queries.locked_by_id(session, found.conversation_id)
    deal = await deal_queries.locked(session, deal_id)
    assert deal is not None
    return conversation, deal


async def touch_card(
    session: AsyncSession, conversation: Conversation, deal: Deal, action: str, now: datetime
) -> None:
    card = await message_queries.card(session, deal.known_id, action)
    if card is not None:
        await messages.touch(session, conversation, card, "card", now)
