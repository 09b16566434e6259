from datetime import datetime
from typing import Literal, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.trades import Courier, DealShipped
from libs.kit import money
from libs.kit.errors import NotFound
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people
from services.messaging.conversations.models import Conversation
from services.messaging.conversations.queries import lock_conversation_by_id
from services.messaging.deals import queries, rules, timeline
from services.messaging.deals.models import Deal
from services.messaging.deals.rules import (
    NoLongerAvailable,
    NotForSale,
    NotYourTurn,
    PriceChanged,
    StepRefused,
)
from services.messaging.deals.timeline import StaffDecision
from services.messaging.messages.models import Message
from services.messaging.messages.queries import get_card, get_message
from services.messaging.messages.service import add_message, check_may_write, open_conversation, touch_message
from services.messaging.replicas.models import ProductReplica
from services.messaging.replicas.queries import get_product
from services.messaging.verification.service import count_delivery

# `privacy/queries.py` erases the listing title in this text.
PURCHASE_CONFIRMED = "I have confirmed the purchase of {name} for {price}."


async def initiate(
    session: AsyncSession,
    seller: Identity,
    buyer_id: int,
    product_id: int,
    buy_now: rules.BuyNow | None = None,
) -> tuple[Message, bool]:
    """Returns the card and whether it is new. If a card for the same listing is already open, that card is
    returned. Auction listings are offered at their Buy Now price."""
    await people.lock_actor(session, seller)
    await check_may_write(session, seller.user_id, buyer_id)
    product = await get_product(session, product_id)
    if product is None or product.seller_id != seller.user_id:
        raise NotFound
    if product.status != "active" or (product.listing_type == "auction") != (buy_now is not None):
        raise NotForSale
    conversation = await open_conversation(session, seller.user_id, buyer_id, product_id)
    if await queries.hold_free_pieces(session, product_id) == 0:
        raise NotForSale
    open_deal = await queries.get_open_card(session, product_id, buyer_id)
    if open_deal is not None:
        card = await get_card(session, open_deal.known_id, "INITIATE")
        assert card is not None
        return card, False
    now = await clock.now(session)
    deal = _of_listing(conversation, product, buyer_id, product.price, now)
    if buy_now is not None:
        deal.amount = deal.first_amount = buy_now.price
        deal.sold_by, deal.auction_id = "buy_now", buy_now.auction_id
    return await begin_deal(session, conversation, deal, "offered", seller.user_id, now), True


def _of_listing(
    conversation: Conversation, product: ProductReplica, buyer_id: int, amount: int, now: datetime
) -> Deal:
    return Deal(
        conversation_id=conversation.known_id,
        product_id=product.product_id,
        seller_id=product.seller_id,
        buyer_id=buyer_id,
        amount=amount,
        first_amount=amount,
        sold_by=product.listing_type,
        product_name=product.name,
        image_url=product.image_url,
        created_at=now,
        updated_at=now,
        state_since=now,
    )


async def open_agreed(
    session: AsyncSession,
    conversation: Conversation,
    product: ProductReplica,
    buyer_id: int,
    amount: int,
    now: datetime,
) -> Deal:
    await queries.hold_free_pieces(session, product.product_id)
    deal = await queries.get_open_card(session, product.product_id, buyer_id)
    if deal is None:
        deal = _of_listing(conversation, product, buyer_id, amount, now)
        await begin_deal(session, conversation, deal, "offered", product.seller_id, now)
    elif (deal.amount, deal.first_amount) != (amount, amount):
        deal.amount, deal.first_amount, deal.updated_at = amount, amount, now
        await touch_card(session, conversation, deal, "INITIATE", now)
    return deal


async def begin_deal(
    session: AsyncSession,
    conversation: Conversation,
    deal: Deal,
    kind: str,
    actor_id: int | None,
    now: datetime,
) -> Message:
    session.add(deal)
    await session.flush()
    await timeline.add_to_timeline(session, deal, kind, actor_id, now)
    return await add_card(session, conversation, deal, "INITIATE", now)


async def add_card(
    session: AsyncSession, conversation: Conversation, deal: Deal, action: str, now: datetime
) -> Message:
    from_seller = action in ("INITIATE", "CONFIRM_DELIVERY")
    sender, receiver = (deal.seller_id, deal.buyer_id) if from_seller else (deal.buyer_id, deal.seller_id)
    actor = deal.buyer_id if rules.CARDS[action] == "buyer" else deal.seller_id
    return await add_message(
        session,
        conversation,
        Message(
            conversation_id=conversation.known_id, seq=0, changed_seq=0, place=0, sender_id=sender,
            receiver_id=receiver, content="", product_id=deal.product_id, message_type="ACTION",
            action_type=action, actor_id=actor, deal_id=deal.known_id, created_at=now,
        ),
    )  # fmt: skip


async def get_deal_of_card(session: AsyncSession, person: Identity, message_id: int) -> tuple[Message, Deal]:
    """Takes no locks. Raises if the person is neither buyer nor seller, or if the card is for the other
    person."""
    card = await get_message(session, message_id)
    if card is None or card.deal_id is None or person.user_id not in (card.sender_id, card.receiver_id):
        raise NotFound
    deal = (await queries.get_deals(session, [card.deal_id]))[card.deal_id]
    if card.actor_id != person.user_id:
        raise NotYourTurn
    return card, deal


async def confirm(
    session: AsyncSession, person: Identity, message_id: int, amount: int, sale: rules.Sale | None = None
) -> tuple[Message, Deal]:
    """Idempotent. Call after the service that decides about the step has agreed to the `amount`. `sale` is
    the auction sale of a Buy Now purchase."""
    card, deal = await get_deal_of_card(session, person, message_id)
    await people.lock_actor(session, person, is_bound=card.action_type != "INITIATE")
    conversation = await lock_conversation_by_id(session, card.conversation_id)
    locked = await queries.lock_deal(session, deal.known_id)
    assert locked is not None
    assert card.action_type is not None
    deal = locked
    await session.refresh(card)
    action = cast("rules.Event", card.action_type)
    if action == "REVIEW":
        raise StepRefused(deal.state)  # Reviews need stars, so they have their own route.
    following = rules.state_after(cast("rules.State", deal.state), action)
    if following == deal.state:
        return card, deal
    if deal.amount != amount:
        raise PriceChanged(deal.amount)
    if action == "CONFIRM_DELIVERY":
        rules.check_posted(cast("rules.State", deal.state), is_money_held=deal.is_money_held)
    if sale is not None:
        await take_sale(session, deal, sale)
    await take_step(session, conversation, card, deal, await clock.now(session))
    return card, deal


async def confirm_agreed(session: AsyncSession, deal_id: int, amount: int) -> Deal:
    found = await get_deal(session, deal_id)
    if await people.get_account_status(session, found.buyer_id) != "active":
        raise StepRefused(found.state)
    conversation = await lock_conversation_by_id(session, found.conversation_id)
    deal = await queries.lock_deal(session, deal_id)
    card = await get_card(session, deal_id, "INITIATE")
    assert deal is not None
    assert card is not None
    if rules.state_after(cast("rules.State", deal.state), "INITIATE") != deal.state:
        if deal.amount != amount:
            raise PriceChanged(deal.amount)
        await take_step(session, conversation, card, deal, await clock.now(session))
    return deal


async def confirm_sale_paid(session: AsyncSession, seller: Identity, deal_id: int) -> Deal:
    """Also confirms the purchase for the buyer, because the winner of an auction has to buy."""
    await people.lock_actor(session, seller)
    conversation, deal = await lock_own_deal(session, seller, deal_id)
    if deal.state in ("cancelled", "unavailable"):
        raise rules.AlreadySettled
    now = await clock.now(session)
    steps: tuple[tuple[str, rules.State], ...] = (
        ("INITIATE", "offered"),
        ("CONFIRM_PAYMENT", "awaiting_payment"),
    )
    for action, state in steps:
        if deal.state == state:
            card = await get_card(session, deal_id, action)
            assert card is not None
            await take_step(session, conversation, card, deal, now, is_pressed=False)
    return deal


async def get_deal(session: AsyncSession, deal_id: int) -> Deal:
    return (await queries.get_deals(session, [deal_id]))[deal_id]


async def take_sale(session: AsyncSession, deal: Deal, sale: rules.Sale) -> None:
    other = await queries.get_deal_of_sale(session, sale.auction_id, sale.number)
    if other is not None and other.id != deal.id:
        raise NoLongerAvailable
    deal.auction_id, deal.sale_number = sale.auction_id, sale.number
    deal.amount = deal.first_amount = sale.price
    deal.pay_by, deal.won_at = sale.pay_by, sale.won_at


async def take_step(
    session: AsyncSession,
    conversation: Conversation,
    card: Message,
    deal: Deal,
    now: datetime,
    *,
    is_pressed: bool = True,
    staff: StaffDecision | None = None,
    event: rules.Event | None = None,
) -> None:
    """`is_pressed` is False for an event of another service. The buyer sends no message in this case. `event`
    overrides the card's own step."""
    assert card.action_type is not None
    assert card.actor_id is not None
    action, actor_id = cast("rules.Event", card.action_type), staff.admin_id if staff else card.actor_id
    await press_card(session, conversation, card, deal, now)
    await timeline.move_deal(
        session, deal, rules.state_after(cast("rules.State", deal.state), event or action), now
    )
    if action == "INITIATE":
        deal.opened_at = now
        await timeline.record_event(session, deal, timeline.deal_opened(deal, now))
        if is_pressed:
            await _confirmation_text(session, conversation, deal, now)
    await timeline.record_event(session, deal, timeline.action_confirmed(deal, card, actor_id, now))
    if action == "CONFIRM_PAYMENT" and deal.sale_number is not None:
        await timeline.record_event(session, deal, timeline.payment_reported(deal, paid=True, now=now))
    if action == "CONFIRM_DELIVERY":
        deal.delivered_at = now
        by: Literal["buyer", "staff", "platform"] = (
            "staff" if staff else "buyer" if is_pressed else "platform"
        )
        await timeline.record_event(session, deal, timeline.deal_delivered(deal, by, now))
    details = staff.details() if staff else {}
    await timeline.add_to_timeline(session, deal, action.lower(), actor_id, now, **details)
    await add_card(session, conversation, deal, rules.NEXT_CARD[action], now)
    await count_delivery(session, deal)


async def press_card(
    session: AsyncSession, conversation: Conversation, card: Message, deal: Deal, now: datetime
) -> None:
    card.is_clicked = True
    await touch_message(session, conversation, card, "card", now)


async def _confirmation_text(
    session: AsyncSession, conversation: Conversation, deal: Deal, now: datetime
) -> None:
    content = PURCHASE_CONFIRMED.format(name=deal.product_name, price=money.format_ringgit(deal.amount))
    await add_message(
        session,
        conversation,
        Message(
            conversation_id=conversation.known_id, seq=0, changed_seq=0, place=0, sender_id=deal.buyer_id,
            receiver_id=deal.seller_id, content=content, product_id=deal.product_id,
            deal_id=deal.known_id, created_at=now,
        ),
    )  # fmt: skip


async def become_unavailable(session: AsyncSession, deal_id: int) -> None:
    """Call when no stock is left. The card of an auction sale stays open, because its buyer has won."""
    deals = (await queries.get_deals(session, [deal_id]))[deal_id]
    conversation = await lock_conversation_by_id(session, deals.conversation_id)
    deal = await queries.lock_deal(session, deal_id)
    if deal is None or deal.state != "offered" or deal.sale_number is not None:
        return
    now = await clock.now(session)
    await timeline.move_deal(session, deal, "unavailable", now)
    await timeline.add_to_timeline(session, deal, "unavailable", None, now)
    await touch_card(session, conversation, deal, "INITIATE", now)


async def show_price(session: AsyncSession, deal_id: int, price: int) -> None:
    """Updates the card after catalog refused its price."""
    conversation, deal = await lock_deal_and_conversation(session, deal_id)
    if deal.state in ("offered", "unavailable") and deal.sale_number is None and deal.amount != price:
        now = await clock.now(session)
        deal.amount, deal.updated_at = price, now
        await touch_card(session, conversation, deal, "INITIATE", now)


async def lock_own_deal(session: AsyncSession, person: Identity, deal_id: int) -> tuple[Conversation, Deal]:
    """Locks the conversation before the deal."""
    conversation, deal = await lock_deal_and_conversation(session, deal_id)
    if person.user_id not in (deal.seller_id, deal.buyer_id):
        raise NotFound
    return conversation, deal


async def lock_deal_and_conversation(session: AsyncSession, deal_id: int) -> tuple[Conversation, Deal]:
    found = (await queries.get_deals(session, [deal_id])).get(deal_id)
    if found is None:
        raise NotFound
    conversation = await lock_conversation_by_id(session, found.conversation_id)
    deal = await queries.lock_deal(session, deal_id)
    assert deal is not None
    return conversation, deal


async def touch_card(
    session: AsyncSession, conversation: Conversation, deal: Deal, action: str, now: datetime
) -> None:
    card = await get_card(session, deal.known_id, action)
    if card is not None:
        await touch_message(session, conversation, card, "card", now)


async def ship(
    session: AsyncSession, seller: Identity, deal_id: int, courier: Courier, tracking_number: str | None
) -> Deal:
    await people.lock_actor(session, seller, is_bound=True)
    conversation, deal = await lock_own_deal(session, seller, deal_id)
    if seller.user_id != deal.seller_id:
        raise NotYourTurn
    rules.state_after(cast("rules.State", deal.state), "SHIP")
    if (deal.courier, deal.tracking_number) == (courier, tracking_number):
        return deal
    await send_off(session, conversation, deal, seller.user_id, courier, tracking_number)
    return deal


async def send_off(
    session: AsyncSession,
    conversation: Conversation,
    deal: Deal,
    actor_id: int,
    courier: Courier,
    tracking_number: str | None,
    **details: str,
) -> None:
    by: Literal["seller", "staff"] = "seller" if actor_id == deal.seller_id else "staff"
    following, now = rules.state_after(cast("rules.State", deal.state), "SHIP"), await clock.now(session)
    deal.courier, deal.tracking_number = courier, tracking_number
    await timeline.move_deal(session, deal, following, now)
    event = DealShipped(
        **timeline.deal_ids(deal),
        courier=courier,
        has_tracking=tracking_number is not None,
        shipped_at=now,
        shipped_by=by,
    )
    await timeline.record_event(session, deal, event)
    await timeline.add_to_timeline(
        session, deal, "shipped", actor_id, now, courier=courier, tracking=tracking_number, **details
    )
    await touch_card(session, conversation, deal, "CONFIRM_DELIVERY", now)
