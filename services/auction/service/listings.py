"""What a listing means for its auction: its words are copied, its seller may change the terms or withdraw
it."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.catalog import ProductChanged, ProductRemoved
from libs.kit.events import outbox, people
from libs.kit.http.access import Identity
from libs.kit.http.errors import NotFound
from libs.kit.process import clock
from services.auction.auctions.models import Auction
from services.auction.domain import bids, ends
from services.auction.domain import terms as terms_rules
from services.auction.domain.refusals_auctions import AuctionHasBids
from services.auction.domain.refusals_bidding import AuctionEnded
from services.auction.domain.refusals_sales import SecondChanceOpen
from services.auction.domain.sales import is_open
from services.auction.models import HIDDEN
from services.auction.queries import auctions as auction_queries
from services.auction.queries import listings as listing_queries
from services.auction.queries import sales as sale_queries
from services.auction.schemas.internal import TermsIn
from services.auction.service import departures, facts
from services.auction.service.cancellations import cancel
from services.auction.settings import AuctionSettings


async def keep_listing(session: AsyncSession, fact: ProductChanged) -> None:
    """Copy the lot as its seller describes it now; an erased seller's words stay blank."""
    if fact.auction_id is None or await people.standing_of(session, fact.seller_id) == "erased":
        return
    known = await listing_queries.listing(session, fact.product_id)
    before = {name: value for name, value in known.card.items() if name != HIDDEN} if known else {}
    card = before | fact.model_dump(mode="json", exclude={"changed", "changed_at", "status"})
    await listing_queries.keep(session, fact.product_id, card)


async def end_with_listing(session: AsyncSession, fact: ProductRemoved) -> int:
    """Cancel the auction of a listing that staff took away; mark one that has ended as taken back. Return how
    many were cancelled."""
    if fact.auction_id is None:
        return 0
    if fact.reason in ("moderated", "deleted"):
        copy = await listing_queries.listing(session, fact.product_id)
        if copy is not None and copy.card.get("sellerId") == fact.seller_id:
            copy.card = copy.card | {HIDDEN: fact.reason}
    auction = await auction_queries.opened_for_update(session, fact.auction_id)
    if auction is not None:
        await departures.apply_pending(session, [auction])
    if auction is not None and auction.seller_id == fact.seller_id and auction.status == "ended":
        # From now on no second chance is offered.
        auction.taken_back_at = auction.taken_back_at or await clock.now(session)
    if auction is None or auction.status != "active" or auction.seller_id != fact.seller_id:
        return 0
    auction.updated_at = await clock.now(session)
    if fact.reason != "moderated" or auction.ends_at <= auction.updated_at:
        return 0
    await cancel(session, [auction], "listing_removed", await auction_queries.live_epoch(session))
    return 1


async def change_terms(
    session: AsyncSession, settings: AuctionSettings, seller: Identity, auction_id: int, terms: TermsIn
) -> Auction:
    """Change the terms before the first bid; an auction that is over is not reopened (C25, U22)."""
    auction = await _lock_own_auction(session, seller, auction_id)
    _refuse_bids(auction)
    now = await clock.now(session)
    if ends.status_at(auction.status, auction.ends_at, now) != "active":
        raise AuctionEnded
    terms_rules.check_terms(**terms.model_dump(), now=now)
    wished = terms.model_dump()
    if all(getattr(auction, name) == value for name, value in wished.items()):
        return auction
    for name, value in wished.items():
        setattr(auction, name, value)
    auction.original_ends_at, auction.updated_at = terms.ends_at, now
    auction.version += 1
    minimum = bids.minimum_bid(auction.state, start_counts=settings.start_counts)
    fact = facts.changed(auction, minimum, await auction_queries.live_epoch(session))
    await outbox.record(session, fact, version=auction.version)
    return auction


async def withdraw(
    session: AsyncSession, seller: Identity, auction_id: int, *, relisted_as: int | None = None
) -> Auction:
    """Cancel an auction before the first bid, or take back one that ended without a sale.

    `relisted_as` is the draft that its bottle is listed anew with: if that never opens, nothing was taken
    back."""
    auction = await _lock_own_auction(session, seller, auction_id)
    now = await clock.now(session)
    status = ends.status_at(auction.status, auction.ends_at, now)
    if status == "cancelled":
        return auction  # sold to no one, bids or not
    if status == "ended" and await _is_sold(session, auction):
        raise AuctionHasBids
    if status == "ended":
        if any(is_open(one, now) for one in await sale_queries.offers_of(session, auction_id)):
            raise SecondChanceOpen
        if relisted_as is None:
            auction.taken_back_at = auction.taken_back_at or now
        else:
            await _hold(session, auction, relisted_as)
        return auction
    _refuse_bids(auction)
    if status == "active":
        auction.updated_at = now
        await cancel(session, [auction], "listing_withdrawn", await auction_queries.live_epoch(session))
    return auction


async def _hold(session: AsyncSession, auction: Auction, draft_id: int) -> None:
    draft = await auction_queries.draft_for_update(session, draft_id)
    if draft is None or draft.seller_id != auction.seller_id:
        raise NotFound
    draft.relisted_from = auction.id


async def _is_sold(session: AsyncSession, auction: Auction) -> bool:
    """Return whether a buyer has the lot, or still has time to pay for it."""
    sales = await sale_queries.of_auction(session, auction.known_id)
    return sales[0].paid is not False if sales else ends.outcome_of(auction) == "sold"


async def _lock_own_auction(session: AsyncSession, seller: Identity, auction_id: int) -> Auction:
    await people.lock_actor(session, seller)
    auction = await departures.locked_auction(session, auction_id)
    if auction.seller_id != seller.user_id:
        raise NotFound
    return auction


def _refuse_bids(auction: Auction) -> None:
    if auction.bid_count:
        raise AuctionHasBids
