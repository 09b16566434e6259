import secrets
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.errors import DomainError, NotFound, Unavailable
from libs.kit.media.pictures import PictureStore, redraw
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people
from services.messaging.attachments import rules as attachment_rules
from services.messaging.attachments.service import delete_file, keep_files
from services.messaging.deals.models import Deal
from services.messaging.deals.queries import get_deals
from services.messaging.deals.rules import ReviewClosed
from services.messaging.deals.service import lock_own_deal
from services.messaging.reviews import queries, rules
from services.messaging.reviews.models import Review, ReviewPicture
from services.messaging.reviews.rules import PictureGone

DISCARDED_AT_ONCE = 1_000


async def upload_picture(
    database: Database, store: PictureStore, writer: Identity, deal_id: int, data: bytes
) -> ReviewPicture:
    """The picture is processed and stored before the transaction, because that takes time. Files without a
    row are deleted immediately or by the sweep."""
    async with database.reading() as session:
        deal = (await get_deals(session, [deal_id])).get(deal_id)
        if deal is None or writer.user_id not in (deal.seller_id, deal.buyer_id):
            raise NotFound
        await _check_may_upload(session, writer, deal)
    drawn = await redraw(data, attachment_rules.SIZES, writer.user_id)
    token = secrets.token_hex(16)
    await keep_files(store, {token + ending: one.content for ending, one in drawn.items()})
    whole = drawn[""]
    row = ReviewPicture(
        token=token, owner_id=writer.user_id, deal_id=deal_id, width=whole.width, height=whole.height,
        created_at=clock.about_now(),
    )  # fmt: skip
    try:
        async with database.transaction() as session:
            await people.lock_actor(session, writer)
            _, deal = await lock_own_deal(session, writer, deal_id)
            await _check_may_upload(session, writer, deal)
            row.created_at = await clock.now(session)
            session.add(row)
    except Unavailable:
        raise  # The row may be committed. If not, the sweep deletes the files.
    except DomainError:
        await delete_file(store, token)
        raise
    return row


async def _check_may_upload(session: AsyncSession, writer: Identity, deal: Deal) -> None:
    about: rules.About = "seller" if writer.user_id == deal.buyer_id else "buyer"
    rules.check_open(deal.state, deal.delivered_at, await clock.now(session))
    if await queries.get_review_of(session, deal.known_id, about) is not None:
        raise ReviewClosed
    rules.check_may_upload(await queries.count_waiting_pictures(session, deal.known_id, writer.user_id))


async def attach_pictures(
    session: AsyncSession, review: Review, writer_id: int, tokens: Sequence[str]
) -> None:
    if not tokens:
        return
    await session.flush()
    waiting_pictures = await queries.list_waiting_pictures(session, review.deal_id, writer_id, tokens)
    if len(waiting_pictures) != len(tokens):
        raise PictureGone
    for place, token in enumerate(tokens):
        waiting_pictures[token].review_id, waiting_pictures[token].place = review.known_id, place


async def discard_waiting_pictures(database: Database, now: datetime) -> int:
    async with database.transaction() as session:
        before = now - attachment_rules.PATIENCE
        return await queries.discard_waiting_pictures(session, before, DISCARDED_AT_ONCE)
