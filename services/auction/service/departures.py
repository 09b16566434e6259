"""Somebody may not trade any more: what they sell by auction is cancelled, what they bid on others' auctions counts no
more. In pieces, each a transaction of its own: a piece is done or not, and whoever bids waits for no more than one."""

from typing import Any, Literal

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.events.auction import PersonForgotten
from libs.kit import buggify, clock, people
from services.auction import queries
from services.auction.models import Auction, Departure
from services.auction.service import facts
from services.auction.service.auctions import cancel, void_bids

AT_ONCE = 50
BIDS_AT_ONCE = 5_000
"""Where bids are voided, every bid of the auction is read."""

_WORDLESS: dict[str, Any] = dict.fromkeys(("name", "brand", "description", "notes"), "")
_WORDLESS |= {"batchCode": None, "state": None, "images": [], "measures": []}
_BLANK = text("UPDATE listing_copies SET card = card || :wordless WHERE card ->> 'sellerId' = :seller").bindparams(
    bindparam("wordless", type_=JSONB)
)


async def begin(session: AsyncSession, user_id: int, why: Literal["banned", "erased"]) -> None:
    """From now on; the first piece at once, which for most people is all. Call with the person's row held, as the kit
    does before it lets us hear."""
    told = {"why": why, "since": await clock.now(session), "done_to": 0}
    row = insert(Departure).values(user_id=user_id, **told)
    again = col(Departure.why) != "erased"
    await session.execute(row.on_conflict_do_update(index_elements=["user_id"], set_=told, where=again))
    await _piece(session, user_id)


async def go_on(session: AsyncSession) -> bool:
    """The next piece of whoever has waited longest; says whether anybody was waiting."""
    user_id = await queries.departures.next_person(session)
    if user_id is None:
        return False
    await _piece(session, user_id)
    return True


async def _piece(session: AsyncSession, user_id: int) -> None:
    departure = await queries.departures.of_person(session, user_id)
    if departure is None:
        return  # another replica has just done the last
    auctions, done_to = await queries.departures.next_piece(session, departure, AT_ONCE, BIDS_AT_ONCE)
    await _end(session, auctions, departure)
    buggify.point("in-a-departure")
    if done_to is not None:
        departure.done_to = done_to
        return
    if departure.why == "erased":
        await _forget(session, user_id)
    await session.delete(departure)


async def _end(session: AsyncSession, auctions: list[Auction], departure: Departure) -> None:
    epoch, now = await queries.live_epoch(session), await clock.now(session)
    is_ban = departure.why == "banned"
    for auction in auctions:
        auction.updated_at = now
    theirs = [auction for auction in auctions if auction.seller_id == departure.user_id]
    await cancel(session, theirs, "seller_banned" if is_ban else "seller_erased", epoch)
    others = [auction for auction in auctions if auction.seller_id != departure.user_id]
    voiding = facts.Voiding("bidder_banned" if is_ban else "bidder_erased")
    await void_bids(session, others, departure.user_id, voiding, epoch)


async def _forget(session: AsyncSession, user_id: int) -> None:
    """No name on any bid, no word of theirs on any lot; ids and figures stay for the others. Last, because until their
    bids are void the house may still bid for them, under the name of the bid before."""
    await session.execute(_BLANK, {"wordless": _WORDLESS, "seller": str(user_id)})
    await session.execute(text("SELECT forget_bidder(:user_id)"), {"user_id": user_id})
    await session.execute(text("DELETE FROM bidding_pauses WHERE user_id = :user_id"), {"user_id": user_id})
    receipt = PersonForgotten(user_id=user_id, forgotten_at=await clock.now(session))
    await people.forgotten(session, receipt)
