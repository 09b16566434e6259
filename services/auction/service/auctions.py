"""Reserve auctions, open them, find them, and take bids back."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.catalog import ProductChanged, ProductListed
from libs.contracts.events.staff import AuctionChangedByStaff
from libs.kit.db.database import Database
from libs.kit.events import operator_settings, outbox, people, platform_rules, staff_changes
from libs.kit.http.access import Identity
from libs.kit.http.client import InternalClient
from libs.kit.http.errors import NotFound
from libs.kit.http.parties import OwnMatter
from libs.kit.process import clock
from services.auction.auctions.models import Auction
from services.auction.domain import bids
from services.auction.domain import terms as terms_rules
from services.auction.domain.refusals_auctions import TooManyReserved
from services.auction.domain.refusals_bidding import AuctionsPaused, NoBidsToTakeBack
from services.auction.queries import auctions as auction_queries
from services.auction.queries import bids as bid_queries
from services.auction.queries import listings as listing_queries
from services.auction.schemas.internal import TermsIn
from services.auction.service import departures, facts
from services.auction.service.cancellations import void_bids
from services.auction.settings import AuctionSettings


async def reserve(session: AsyncSession, settings: AuctionSettings, seller: Identity, terms: TermsIn) -> int:
    """Check the terms and reserve an auction; it stays invisible until its listing is committed."""
    now = await clock.now(session)
    terms_rules.check_terms(**terms.model_dump(), now=now)
    if not await operator_settings.is_on(session, "auctions"):
        raise AuctionsPaused
    if await auction_queries.reserved_by(session, seller.user_id) >= terms_rules.MOST_RESERVED:
        raise TooManyReserved(most=terms_rules.MOST_RESERVED)
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


async def open_auction(session: AsyncSession, listed: ProductListed | ProductChanged) -> None:
    """Open the reserved auction of a committed listing; a second time changes nothing.

    The rule of its first bid is that of this moment, whatever an operator chooses later."""
    if listed.auction_id is None:
        return
    if await people.standing_of(session, listed.seller_id) != "active":
        return
    draft = await auction_queries.draft_for_update(session, listed.auction_id)
    if draft is None or draft.seller_id != listed.seller_id:
        return
    card = listed.model_dump(mode="json", exclude={"changed", "changed_at", "status"})
    await listing_queries.keep_first(session, listed.product_id, card)
    draft.status, draft.product_id, draft.version = "active", listed.product_id, 1
    draft.starts_at = draft.updated_at = await clock.now(session)
    moved = await platform_rules.chosen_value(session, "first_bid")
    draft.start_counts = None if moved is None else moved == 1
    before = listed.relist_of if isinstance(listed, ProductListed) else None
    draft.relisted_from = draft.relisted_from or await auction_queries.opened_for(session, before)
    await outbox.record(
        session, facts.opened(draft, await auction_queries.live_epoch(session)), version=draft.version
    )


async def take_back(
    session: AsyncSession, admin: Identity, auction_id: int, user_id: int, why: facts.Retracted
) -> tuple[Auction, int]:
    """Void a person's bids at their request while the auction runs; return how many.

    The person may bid anew."""
    auction = await departures.locked_auction(session, auction_id)
    parties = {auction.seller_id, user_id, *await bid_queries.bidder_ids(session, auction_id)}
    OwnMatter.refuse_party(admin.user_id, parties)
    now = await clock.now(session)
    bids.check_running(auction.status, auction.ends_at, now)
    auction.updated_at = now
    voiding, before = facts.Voiding("retracted", why, admin.user_id), _standing_of(auction)
    gone = await void_bids(session, [auction], user_id, voiding, await auction_queries.live_epoch(session))
    if gone == 0:
        raise NoBidsToTakeBack
    await staff_changes.record(
        session, AuctionChangedByStaff, "void_bids", by=admin.user_id, about=auction_id,
        parties=parties, before=before, after=_standing_of(auction), reason=why,
    )  # fmt: skip
    return auction, gone


def _standing_of(auction: Auction) -> dict[str, Any]:
    return {
        "currentBid": auction.current_bid, "currentBidderId": auction.current_bidder_id, "bidCount": auction.bid_count,
    }  # fmt: skip


async def find_open(database: Database, catalog: InternalClient, auction_id: int) -> Auction:
    """Return an auction that is open or over; one whose listing is committed but not told yet is opened
    here."""
    async with database.reading() as session:
        found = await auction_queries.auction(session, auction_id)
    if found is not None and found.status == "draft":
        listed = await _ask(f"/internal/products/by-auction/{auction_id}", catalog)
        async with database.transaction() as writing:
            await open_auction(writing, listed)
            found = await auction_queries.auction(writing, auction_id)
    if found is None or found.status == "draft":
        raise NotFound
    return await _as_it_ends(database, found)


async def find_of_product(database: Database, catalog: InternalClient, product_id: int) -> Auction:
    """Return the newest auction of a product; one that has not been told of yet is opened here."""
    async with database.reading() as session:
        found = await auction_queries.auction_of_product(session, product_id)
    if found is None:
        listed = await _ask(f"/internal/products/{product_id}/auction", catalog)
        async with database.transaction() as writing:
            await open_auction(writing, listed)
            found = await auction_queries.auction_of_product(writing, product_id)
    if found is None:
        raise NotFound
    return await _as_it_ends(database, found)


async def _as_it_ends(database: Database, found: Auction) -> Auction:
    """Return an auction without what a ban or an erasure takes from it, once its end has come."""
    if not await departures.clear_ended(database, [found]):
        return found
    async with database.reading() as session:
        return await auction_queries.auction(session, found.known_id) or found


async def _ask(path: str, catalog: InternalClient) -> ProductListed:
    # Called while no connection to the database is held.
    answer = await catalog.get(path)
    if answer.status != 200:
        raise NotFound
    return ProductListed.read(answer.body)
