from collections.abc import Collection, Sequence
from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.catalog import ListingType
from libs.contracts.events.messaging import MessageKind
from libs.kit.media.signing import Signer
from services.messaging.attachments.models import MessageFile
from services.messaging.attachments.queries import get_files
from services.messaging.conversations import queries
from services.messaging.conversations.models import Side
from services.messaging.conversations.rules import preview
from services.messaging.conversations.schemas import (
    CardOut,
    ConversationOut,
    FileOut,
    MessageOut,
    PersonOut,
    ProductOut,
    QuoteOut,
    SentenceOut,
)
from services.messaging.deals.models import Deal
from services.messaging.deals.queries import get_deals
from services.messaging.deals.rules import (
    POST_FIRST,
    PROGRESS,
    WORDS,
    State,
    card_state,
    card_text,
    must_be_posted,
)
from services.messaging.messages.models import Message
from services.messaging.messages.queries import NewMessage, SeenPerson, SeenProduct, get_messages
from services.messaging.offers.models import Offer
from services.messaging.offers.queries import get_offers
from services.messaging.offers.rules import OfferState
from services.messaging.offers.rules import Side as OfferSide
from services.messaging.offers.schemas import OfferOut
from services.messaging.replicas.models import Person, ProductReplica
from services.messaging.replicas.queries import get_people, get_products
from services.messaging.reviews.models import Review, ReviewPicture
from services.messaging.reviews.queries import get_pictures_of_reviews


class Parts:
    """The rows needed to render messages, loaded with one query per table."""

    def __init__(self) -> None:
        self.people: dict[int, Person | SeenPerson] = {}
        self.products: dict[int, ProductReplica | SeenProduct] = {}
        self.quotes: dict[int, Message] = {}
        self.files: dict[int, MessageFile] = {}
        self.deals: dict[int, Deal] = {}
        self.offers: dict[int, Offer] = {}
        self.pictures: dict[int, list[ReviewPicture]] = {}
        self.sides: dict[tuple[int, int], Side] = {}

    @classmethod
    async def load(cls, session: AsyncSession, messages: Collection[Message]) -> "Parts":
        parts = cls()
        people = {message.sender_id for message in messages} | {message.receiver_id for message in messages}
        parts.people.update(await get_people(session, people))
        products = {message.product_id for message in messages if message.product_id is not None}
        parts.products.update(await get_products(session, products))
        quotes = {message.reply_to_id for message in messages if message.reply_to_id is not None}
        parts.quotes = await get_messages(session, quotes)
        files = {message.file_id for message in messages if message.file_id is not None}
        parts.files = await get_files(session, files)
        shown = [*messages, *parts.quotes.values()]
        deals = {item.deal_id for item in shown if item.deal_id is not None}
        parts.deals = await get_deals(session, deals)
        offers = {item.offer_id for item in shown if item.offer_id is not None}
        parts.offers = await get_offers(session, offers)
        conversations = {message.conversation_id for message in messages}
        parts.sides = await queries.get_sides_of(session, conversations)
        return parts

    @classmethod
    async def of_reviews(cls, session: AsyncSession, reviews: Collection[Review]) -> "Parts":
        parts = cls()
        people = {review.buyer_id for review in reviews} | {review.seller_id for review in reviews}
        parts.people.update(await get_people(session, people))
        products = {review.product_id for review in reviews}
        parts.products.update(await get_products(session, products))
        parts.pictures = await get_pictures_of_reviews(session, {review.known_id for review in reviews})
        return parts

    def person(self, user_id: int) -> PersonOut:
        """Former members have an empty name."""
        found = self.people.get(user_id)
        return PersonOut(
            id=user_id,
            username=found.username if found else "",
            profile_image=found.image if found else None,
            is_deleted=found.is_deleted if found else False,
            is_verified=found.is_verified if found else False,
        )

    def product(self, product_id: int | None) -> ProductOut | None:
        found = None if product_id is None else self.products.get(product_id)
        if found is None:
            return None
        return ProductOut(
            id=found.product_id,
            name=found.name,
            image_url=found.image_url,
            price=found.price,
            status=found.status,
            listing_type=cast("ListingType", found.listing_type),
        )


def message_out(message: Message | NewMessage, viewer_id: int, parts: Parts, signer: Signer) -> MessageOut:
    their_side = parts.sides.get((message.conversation_id, message.receiver_id))
    is_own = viewer_id == message.sender_id
    file = None if message.file_id is None else parts.files.get(message.file_id)
    address = None if file is None else signer.address(file.token, viewer_id)
    quote = None if message.reply_to_id is None else parts.quotes.get(message.reply_to_id)
    return MessageOut(
        id=message.known_id,
        conversation_id=message.conversation_id,
        seq=message.seq,
        changed_seq=message.changed_seq,
        sender_id=message.sender_id,
        receiver_id=message.receiver_id,
        content=message.content,
        sentence=_sentence(message, parts),
        product_id=message.product_id,
        message_type=cast("MessageKind", message.message_type),
        file_url=address,
        file_url_snake=address,
        file=file_out(file) if file else None,
        action_type=message.action_type,
        actor_id=message.actor_id,
        is_read=their_side is not None and message.place <= their_side.read,
        is_delivered=their_side is not None and message.place <= their_side.delivered,
        is_clicked=message.is_clicked,
        is_deleted=message.deleted_at is not None,
        created_at=message.created_at,
        sender=parts.person(message.sender_id),
        receiver=parts.person(message.receiver_id),
        product=parts.product(message.product_id),
        reply_to=_quote(quote, parts) if quote else None,
        card=_card(message, viewer_id, parts),
        offer=_offer(message, viewer_id, parts),
        warnings=[] if is_own or message.deleted_at else message.warnings,
        client_id=message.client_id if is_own else None,
    )


def _quote(quote: Message, parts: Parts) -> QuoteOut:
    return QuoteOut(
        id=quote.known_id,
        sender_id=quote.sender_id,
        content=preview(quote.content),
        sentence=_sentence(quote, parts),
    )


def _sentence(message: Message | NewMessage, parts: Parts) -> SentenceOut | None:
    """Returns None if a person wrote the message, if the message was deleted, or if its names were erased."""
    if message.message_type != "TEXT" or not message.content:
        return None
    deal = None if message.deal_id is None else parts.deals.get(message.deal_id)
    if deal is not None:
        return SentenceOut(code="purchase_confirmed", name=deal.product_name, amount=deal.amount)
    offer = None if message.offer_id is None else parts.offers.get(message.offer_id)
    return None if offer is None else SentenceOut(code="offered", name="", amount=offer.amount)


def file_out(file: MessageFile) -> FileOut:
    return FileOut(
        name=file.name, content_type=file.content_type, size=file.size, width=file.width, height=file.height
    )


def _card(message: Message | NewMessage, viewer_id: int, parts: Parts) -> CardOut | None:
    deal = None if message.deal_id is None else parts.deals.get(message.deal_id)
    if deal is None or message.action_type is None:
        return None
    at = cast("State", deal.state)
    action, is_held = message.action_type, deal.is_money_held
    state = card_state(
        action,
        at,
        is_clicked=message.is_clicked,
        is_actor=viewer_id == message.actor_id,
        is_money_held=is_held,
    )
    text = card_text(action, state)
    if state == "waiting" and must_be_posted(action, at, is_money_held=is_held):
        text = POST_FIRST["seller" if viewer_id == deal.seller_id else "buyer"]
    return CardOut(
        transaction_id=deal.known_id,
        title=WORDS[action].title,
        text=text,
        state=state,
        amount=deal.amount,
        progress=PROGRESS[at],
        auction_id=deal.auction_id,
        pay_by=deal.pay_by if deal.state in ("offered", "awaiting_payment") else None,
    )


def _offer(message: Message | NewMessage, viewer_id: int, parts: Parts) -> OfferOut | None:
    offer = None if message.offer_id is None else parts.offers.get(message.offer_id)
    if offer is None:
        return None
    product = parts.products.get(offer.product_id)
    return OfferOut(
        id=offer.known_id,
        product_id=offer.product_id,
        amount=offer.amount,
        asking_price=product.price if product else None,
        by=cast("OfferSide", offer.by),
        is_own=viewer_id == message.sender_id,
        state=cast("OfferState", offer.state),
        expires_at=offer.expires_at,
        transaction_id=offer.deal_id,
    )


async def messages_out(
    session: AsyncSession, messages: Sequence[Message], viewer_id: int, signer: Signer
) -> list[MessageOut]:
    parts = await Parts.load(session, messages)
    return [message_out(message, viewer_id, parts, signer) for message in messages]


async def conversations_out(
    session: AsyncSession, sides: Sequence[Side], signer: Signer
) -> list[ConversationOut]:
    if not sides:
        return []
    last_ids = {side.last_message_id for side in sides if side.last_message_id is not None}
    last = await get_messages(session, last_ids)
    parts = await Parts.load(session, list(last.values()))
    parts.people |= await get_people(session, {side.other_id for side in sides})
    parts.products |= await get_products(
        session, {side.product_id for side in sides if side.product_id is not None}
    )
    blocked = await queries.blocked_among(session, sides[0].user_id, {side.other_id for side in sides})
    seqs = await queries.get_seqs(session, {side.conversation_id for side in sides})
    epoch = await queries.live_epoch(session)
    shown = []
    for side in sides:
        message = None if side.last_message_id is None else last.get(side.last_message_id)
        shown.append(
            ConversationOut(
                id=side.conversation_id,
                user=parts.person(side.other_id),
                product=parts.product(side.product_id),
                last_message=message_out(message, side.user_id, parts, signer) if message else None,
                unread_count=side.received - side.read,
                seq=seqs[side.conversation_id],
                epoch=epoch,
                is_pinned=side.is_pinned,
                is_muted=side.is_muted,
                is_archived=side.is_archived,
                is_blocked=side.other_id in blocked,
                is_stranger=not side.has_written,
            )
        )
    return shown
