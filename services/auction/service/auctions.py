"""The verbs of auction: reserve, open, cancel, and what becomes of it all when a person may not trade any more."""

from collections.abc import Sequence
from typing import Any, Literal

from sqlalchemy import text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auction import BidsVoided, PersonForgotten
from libs.contracts.events.catalog import ProductListed
from libs.kit import clock, outbox, people
from libs.kit.access import Identity
from libs.kit.errors import NotFound
from libs.kit.http import InternalClient
from services.auction import queries
from services.auction.domain import bids
from services.auction.domain import terms as terms_rules
from services.auction.domain.refusals import NoBidsToTakeBack
from services.auction.models import Auction, Bid, BidVoid, ListingCopy
from services.auction.schemas import TermsIn
from services.auction.service import facts, telling
from services.auction.settings import AuctionSettings

WORDS = ("name", "brand", "description", "notes")
"""What a seller wrote about a bottle."""


async def reserve(session: AsyncSession, settings: AuctionSettings, seller: Identity, terms: TermsIn) -> int:
    """Check the terms and give them an id; nobody sees the auction until its listing is committed."""
    now = await clock.now(session)
    terms_rules.check_terms(**terms.model_dump(), now=now)
    draft = Auction(
        seller_id=seller.user_id,
        original_ends_at=terms.ends_at,
        extension_window=settings.auction_extension_window_seconds,
        extension_seconds=settings.auction_extension_seconds,
        extension_cap=settings.auction_extension_cap_seconds,
        created_at=now,
        updated_at=now,
        **terms.model_dump(),
    )
    session.add(draft)
    await session.flush()
    assert draft.id is not None
    return draft.id


async def open_auction(session: AsyncSession, listed: ProductListed) -> None:
    """The listing is committed: the reserved auction opens. A second time changes nothing."""
    if listed.auction_id is None:
        return
    if await people.standing_of(session, listed.seller_id) != "active":
        return
    draft = await queries.draft_for_update(session, listed.auction_id)
    if draft is None or draft.seller_id != listed.seller_id:
        return
    copy = insert(ListingCopy).values(product_id=listed.product_id, card=listed.model_dump(mode="json"))
    await session.execute(copy.on_conflict_do_nothing())
    draft.status, draft.product_id, draft.version = "active", listed.product_id, 1
    draft.starts_at = draft.updated_at = await clock.now(session)
    draft.relisted_from = draft.relisted_from or await queries.opened_for(session, listed.relist_of)
    await outbox.record(session, facts.opened(draft, await queries.live_epoch(session)), version=draft.version)


async def end_trading(session: AsyncSession, user_id: int, why: Literal["banned", "erased"]) -> None:
    """What a person sells by auction is cancelled; what they bid on others' auctions counts no more."""
    epoch = await queries.live_epoch(session)
    running = await queries.open_with_person(session, user_id, await clock.now(session))
    now = await clock.now(session)
    for auction in running:
        auction.updated_at = now
    theirs = [auction for auction in running if auction.seller_id == user_id]
    await cancel(session, theirs, "seller_banned" if why == "banned" else "seller_erased", epoch)
    voiding = facts.Voiding("bidder_banned" if why == "banned" else "bidder_erased")
    others = [auction for auction in running if auction.seller_id != user_id]
    await _void_bids(session, others, user_id, voiding, epoch)


async def forget(session: AsyncSession, user_id: int) -> None:
    """An erased person: no name on any bid, no word of theirs on any lot; ids and figures stay for the others."""
    await end_trading(session, user_id, "erased")
    for listing in await queries.listings_of(session, user_id):
        without: dict[str, Any] = {"batchCode": None, "state": None, "images": [], "measures": []}
        listing.card = listing.card | without | dict.fromkeys(WORDS, "")
    await session.execute(text("SELECT forget_bidder(:user_id)"), {"user_id": user_id})
    await session.execute(text("DELETE FROM bidding_pauses WHERE user_id = :user_id"), {"user_id": user_id})
    receipt = PersonForgotten(user_id=user_id, forgotten_at=await clock.now(session))
    await people.forgotten(session, receipt)


async def cancel(session: AsyncSession, auctions: Sequence[Auction], reason: facts.Reason, epoch: int) -> None:
    """Auctions end without a winner. Call with them locked and `updated_at` set to the moment."""
    for auction in auctions:
        auction.status, auction.outcome, auction.ended_at = "cancelled", "cancelled", auction.updated_at
        auction.version += 1
    told = [(facts.cancelled(auction, reason, epoch), auction.version) for auction in auctions]
    await outbox.record_all(session, told)
    await telling.release_later(session, auctions)


async def take_back(
    session: AsyncSession, admin: Identity, auction_id: int, user_id: int, why: facts.Retracted
) -> tuple[Auction, int]:
    """Staff takes a person's bids back at their request, while the auction runs: for a slip of the finger, or when the
    description changed. Says how many bids count no more; the person may bid anew, and names a maximum anew."""
    auction = await queries.auction_for_update(session, auction_id)
    now = await clock.now(session)
    bids.check_running(auction.status, auction.ends_at, now)
    auction.updated_at = now
    voiding = facts.Voiding("retracted", why, admin.user_id)
    gone = await _void_bids(session, [auction], user_id, voiding, await queries.live_epoch(session))
    if gone == 0:
        raise NoBidsToTakeBack
    return auction, gone


async def _void_bids(
    session: AsyncSession, auctions: Sequence[Auction], user_id: int, why: facts.Voiding, epoch: int
) -> int:
    """Call with the auctions locked and `updated_at` set to the moment; says how many bids it was.

    As many questions for a thousand auctions as for one: everybody who bids on them waits meanwhile."""
    logs = await queries.counting_bids(session, auctions)
    theirs = {number: [bid for bid in log if bids.goes_with(bid, user_id)] for number, log in logs.items()}
    touched = [auction for auction in auctions if theirs.get(facts.sure(auction.id))]
    left = {facts.sure(auction.id): bids.recount(logs[facts.sure(auction.id)], without=user_id) for auction in touched}
    leaders = {number: now.current_bidder_id for number, now in left.items() if now.current_bidder_id is not None}
    said = await queries.maximums.highest(session, leaders)
    told: list[tuple[BidsVoided, int]] = []
    for auction in touched:
        number = facts.sure(auction.id)
        now = left[number]
        auction.version += 1
        auction.current_bid, auction.current_bidder_id = now.current_bid, now.current_bidder_id
        # The maximum of whoever leads now: what they once said, or what they have bid.
        auction.leader_most = None if now.current_bid is None else max(now.current_bid, said.get(number, 0))
        auction.bid_count = now.bid_count
        fact = facts.voided(auction, user_id, theirs[number], why, epoch)
        session.add_all(_void_of(bid, fact, auction.version) for bid in theirs[number])
        told.append((fact, auction.version))
    await outbox.record_all(session, told)
    return sum(len(theirs[facts.sure(auction.id)]) for auction in touched)


def _void_of(bid: Bid, fact: BidsVoided, version: int) -> BidVoid:
    return BidVoid(
        auction_id=bid.auction_id, seq=bid.seq, version=version, reason=fact.reason, voided_at=fact.voided_at
    )


async def ask_for_listing(auction_id: int, catalog: InternalClient) -> ProductListed:
    """The event has not come yet: ask catalog once whether the listing is committed."""
    answer = await catalog.get(f"/internal/products/by-auction/{auction_id}")
    if answer.status != 200:
        raise NotFound
    return ProductListed.read(answer.body)
