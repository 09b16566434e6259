"""Auction's events open the deals of auction sales (decision 0018)."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auction import AuctionWon
from libs.kit.process import clock
from services.messaging.conversations.models import Conversation
from services.messaging.deals import cards, queries, service, timeline
from services.messaging.deals.models import Deal
from services.messaging.deals.rules import Sale
from services.messaging.messages.queries import get_card
from services.messaging.messages.service import open_conversation
from services.messaging.replicas.queries import get_product


async def open_sale(session: AsyncSession, event: AuctionWon) -> None:
    if event.sale_number is None:
        return  # Sales without a number predate deals.
    now = await clock.now(session)
    sale = Sale(event.auction_id, event.sale_number, event.price, event.pay_by, event.won_at)
    await _ensure_deal(session, event, sale, now)
    await cards.refresh_cards(session, event.product_id)


async def _ensure_deal(session: AsyncSession, event: AuctionWon, sale: Sale, now: datetime) -> None:
    """Locks the conversation and creates the deal of a sale if it does not exist. An open card of this buyer
    for the listing becomes the deal. A card at the Buy Now price counts as confirmed, because only the buyer
    can use Buy Now."""
    conversation = await open_conversation(
        session, event.seller_id, event.winner_id, event.product_id, by_platform=True
    )
    if await queries.get_deal_of_sale(session, sale.auction_id, sale.number) is not None:
        return
    offered = await queries.get_open_card(session, event.product_id, event.winner_id)
    if offered is None:
        await _open_deal(session, conversation, event, sale, now)
        return
    deal = await queries.lock_deal(session, offered.known_id)
    assert deal is not None
    await service.take_sale(session, deal, sale)
    if event.bought_now:
        card = await get_card(session, deal.known_id, "INITIATE")
        assert card is not None
        await service.take_step(session, conversation, card, deal, now)
    else:
        deal.sold_by = "auction"
        await timeline.add_to_timeline(session, deal, "won", None, now)
        await service.touch_card(session, conversation, deal, "INITIATE", now)


async def _open_deal(
    session: AsyncSession, conversation: Conversation, event: AuctionWon, sale: Sale, now: datetime
) -> None:
    product = await get_product(session, event.product_id)
    deal = Deal(
        conversation_id=conversation.known_id,
        product_id=event.product_id,
        seller_id=event.seller_id,
        buyer_id=event.winner_id,
        amount=sale.price,
        first_amount=sale.price,
        sold_by="buy_now" if event.bought_now else "auction",
        auction_id=sale.auction_id,
        sale_number=sale.number,
        pay_by=sale.pay_by,
        won_at=sale.won_at,
        product_name=product.name if product else "",
        image_url=product.image_url if product else None,
        created_at=now,
        updated_at=now,
        state_since=now,
    )
    await service.begin_deal(session, conversation, deal, "won", None, now)
