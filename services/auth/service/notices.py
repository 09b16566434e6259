"""Notices: what other services tell becomes a line in the app and, where wanted, a mail; both in one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Text, cast, delete, update
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.events.auth import NoticeTold
from libs.contracts.events.catalog import FavouritePriceDropped, SavedSearchMatched
from libs.kit import clock, money, outbox
from services.auth import queries
from services.auth.domain.notices import KEPT, LATEST_ONLY, MAIL_APART, NAMELESS, PROPOSED, Wish, wish_about
from services.auth.models import Lot, Notice, NoticePreference, User
from services.auth.service import letters


@dataclass(frozen=True)
class News:
    """Something that one person may want to hear of."""

    user_id: int
    kind: str
    about: str
    """What it is about: mails about the same thing are kept apart by a day."""
    facts: dict[str, Any]
    link: str
    writer_id: int
    """Whose words may be among the facts."""
    at: datetime
    """When it happened: a letter about what is a day old would only puzzle, when the stream is read late or again."""
    by_mail: bool = True
    lot_id: int | None = None
    """The listing whose name belongs to the facts, where they come without one."""


async def tell_matches(session: AsyncSession, fact: SavedSearchMatched) -> None:
    """Something new fits a saved search."""
    facts = fact.model_dump(by_alias=False, include={"name", "brand", "price", "matches"})
    link = f"/searches/{fact.saved_search_id}"
    about = f"search {fact.saved_search_id}"
    by_mail = fact.by_mail
    await tell(
        session, News(fact.user_id, "saved_search", about, facts, link, fact.seller_id, fact.matched_at, by_mail)
    )


async def tell_price(session: AsyncSession, fact: FavouritePriceDropped) -> None:
    """Something kept costs less."""
    facts = fact.model_dump(by_alias=False, include={"name", "price", "price_before"})
    about, link = f"product {fact.product_id}", f"/products/{fact.product_id}"
    await tell(session, News(fact.user_id, "price_drop", about, facts, link, fact.seller_id, fact.dropped_at))


async def tell(session: AsyncSession, news: News) -> None:
    """Whoever is gone or banned hears nothing; whoever wants neither is told nothing, and costs one question."""
    wish = wish_about(news.kind, await wishes(session, news.user_id))
    if not (wish.in_app or wish.mail):
        return
    user = await queries.people.user_for_share(session, news.user_id)
    if user is None or user.is_banned:
        return
    facts = news.facts
    if news.lot_id is not None:
        facts = {"name": await queries.notices.lot_name(session, news.lot_id), **facts}
    writer = await queries.people.user_for_share(session, news.writer_id)
    nameless = {name: "" for name in NAMELESS if name in facts}
    facts = facts | (nameless if writer is None else {})
    now = await clock.now(session)
    mailed = news.by_mail and now - news.at < MAIL_APART and wish.mail and user.email_verified
    mailed = mailed and not await queries.notices.mailed_since(session, news.user_id, news.about, now - MAIL_APART)
    if news.kind in LATEST_ONLY:
        await _make_room(session, news)
    row = insert(Notice).values(
        user_id=news.user_id, kind=news.kind, about=news.about, facts=facts, link=news.link, writer_id=news.writer_id,
        mailed=mailed, shown=wish.in_app, created_at=now,
    )  # fmt: skip
    told = (await session.execute(row.on_conflict_do_nothing().returning(col(Notice.id)))).scalar_one_or_none()
    if told is None:  # of a kind that is told once, from another side
        return
    if mailed:
        await _mail(session, user, news.kind, news.link, facts)
    if wish.in_app:
        await outbox.record(session, NoticeTold(user_id=news.user_id, notice_id=told), version=1)


async def _make_room(session: AsyncSession, news: News) -> None:
    """What waits unread about the same thing is out of date; a row that was mailed stays, unseen, as its witness."""
    waiting = [
        col(Notice.user_id) == news.user_id,
        col(Notice.kind) == news.kind,
        col(Notice.about) == news.about,
        col(Notice.read_at).is_(None),
    ]
    await session.execute(delete(Notice).where(*waiting, ~col(Notice.mailed)))
    await session.execute(update(Notice).where(*waiting).values(shown=False))


async def _mail(session: AsyncSession, user: User, kind: str, link: str, facts: dict[str, Any]) -> None:
    written = {name: money.written(value) for name, value in facts.items() if name.startswith("price")}
    written |= {"until": facts["until"]} if "until" in facts else {}
    listing, brand = str(facts.get("name") or "…"), str(facts.get("brand") or "…")
    await letters.write_to(session, user, kind, path=link, listing=listing, brand=brand, **written)


async def wishes(session: AsyncSession, user_id: int) -> dict[str, Wish]:
    """How somebody wants to hear of each kind."""
    chosen = {row.kind: Wish(row.in_app, row.mail) for row in await queries.notices.preferences_of(session, user_id)}
    return PROPOSED | {kind: wish for kind, wish in chosen.items() if kind in PROPOSED}


async def wish_for(session: AsyncSession, user_id: int, chosen: dict[str, Wish]) -> dict[str, Wish]:
    """Choose for some kinds; the others stay."""
    for kind in sorted(chosen):
        row = {"user_id": user_id, "kind": kind, "in_app": chosen[kind].in_app, "mail": chosen[kind].mail}
        keep = insert(NoticePreference).values(row)
        await session.execute(keep.on_conflict_do_update(index_elements=["user_id", "kind"], set_=row))
    return await wishes(session, user_id)


async def mark_read(session: AsyncSession, user_id: int, ids: Sequence[int] | None) -> None:
    """Read: these, or all of them."""
    unread = update(Notice).where(col(Notice.user_id) == user_id, col(Notice.read_at).is_(None))
    if ids is not None:
        unread = unread.where(col(Notice.id).in_(ids))
    await session.execute(unread.values(read_at=await clock.now(session)))


async def forget_writer(session: AsyncSession, user_id: int) -> None:
    """An erased seller's words leave the notices of others."""
    nameless = col(Notice.facts).op("-")(cast(sorted(NAMELESS), ARRAY(Text)))
    theirs = update(Notice).where(col(Notice.writer_id) == user_id)
    await session.execute(theirs.values(facts=nameless, writer_id=None))
    await session.execute(delete(Lot).where(col(Lot.seller_id) == user_id))


async def sweep(session: AsyncSession) -> None:
    """Old notices go, and the names of lots about which there was nothing to tell for as long."""
    before = await clock.now(session) - KEPT
    await session.execute(delete(Notice).where(col(Notice.created_at) < before))
    await session.execute(delete(Lot).where(col(Lot.kept_at) < before))
