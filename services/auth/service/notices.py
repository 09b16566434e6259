"""Notices: what other services tell becomes a line in the app and, where wanted, a mail; both in one transaction."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Text, cast, delete, update
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.events.catalog import FavouritePriceDropped, SavedSearchMatched
from libs.kit import clock, money
from services.auth import queries
from services.auth.domain.notices import KEPT, MAIL_APART, NAMELESS, PROPOSED, Wish
from services.auth.models import Notice, NoticePreference
from services.auth.service import letters


async def tell_matches(session: AsyncSession, fact: SavedSearchMatched) -> None:
    """Something new fits a saved search."""
    facts = fact.model_dump(by_alias=False, include={"name", "brand", "price", "matches"})
    link = f"/searches/{fact.saved_search_id}"
    about = f"search {fact.saved_search_id}"
    by_mail = fact.by_mail and await _is_news(session, fact.matched_at)
    await _tell(session, fact.user_id, "saved_search", about, facts, link, fact.seller_id, by_mail=by_mail)


async def tell_price(session: AsyncSession, fact: FavouritePriceDropped) -> None:
    """Something kept costs less."""
    facts = fact.model_dump(by_alias=False, include={"name", "price", "price_before"})
    about, link = f"product {fact.product_id}", f"/products/{fact.product_id}"
    by_mail = await _is_news(session, fact.dropped_at)
    await _tell(session, fact.user_id, "price_drop", about, facts, link, fact.seller_id, by_mail=by_mail)


async def _is_news(session: AsyncSession, at: datetime) -> bool:
    """A letter about what is a day old would only puzzle: the stream was read late, or is read again."""
    return await clock.now(session) - at < MAIL_APART


async def _tell(
    session: AsyncSession,
    user_id: int,
    kind: str,
    about: str,
    facts: dict[str, Any],
    link: str,
    writer_id: int,
    *,
    by_mail: bool,
) -> None:
    """Whoever is gone hears nothing; whoever wants neither is told nothing."""
    user = await queries.people.user_for_share(session, user_id)
    wish = (await wishes(session, user_id))[kind]
    if user is None or not (wish.in_app or wish.mail):
        return
    writer = await queries.people.user_for_share(session, writer_id)
    if writer is None:
        facts = facts | {name: "" for name in NAMELESS if name in facts}
    now = await clock.now(session)
    mailed = by_mail and wish.mail and user.email_verified
    mailed = mailed and not await queries.notices.mailed_since(session, user_id, about, now - MAIL_APART)
    session.add(
        Notice(
            user_id=user_id, kind=kind, about=about, facts=facts, link=link, writer_id=writer_id, mailed=mailed,
            shown=wish.in_app, created_at=now,
        )
    )  # fmt: skip
    if mailed:
        written = {name: money.written(value) for name, value in facts.items() if name.startswith("price")}
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


async def sweep(session: AsyncSession) -> None:
    """Old notices go."""
    await session.execute(delete(Notice).where(col(Notice.created_at) < await clock.now(session) - KEPT))
