from datetime import timedelta
from typing import Any

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.catalog import ProductChanged, ProductListed
from libs.contracts.events.staff import AuctionChangedByStaff
from libs.kit.db.database import Database
from libs.kit.errors import NotFound
from libs.kit.events import outbox
from libs.kit.http.client import Answer, InternalClient
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import operator_settings, people, platform_rules, staff_changes
from libs.marketplace.errors import ConflictOfInterest
from services.auction.account_removal.service import clear_ended, locked_auction
from services.auction.auctions import events, queries, rules
from services.auction.auctions.models import Auction
from services.auction.auctions.rules import TooManyReserved
from services.auction.auctions.schemas import TermsIn
from services.auction.bidding.queries import list_bidder_ids
from services.auction.bidding.rules import AuctionsPaused, NoBidsToVoid, check_running
from services.auction.bidding.voids import void_bids
from services.auction.settings import AuctionSettings


async def reserve_auction(
    session: AsyncSession, settings: AuctionSettings, seller: Identity, terms: TermsIn
) -> int:
    now = await clock.now(session)
    rules.check_terms(**terms.model_dump(), now=now)
    if not await operator_settings.is_on(session, "auctions"):
        raise AuctionsPaused
    if await queries.count_reserved(session, seller.user_id) >= rules.MAX_RESERVED:
        raise TooManyReserved(most=rules.MAX_RESERVED)
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
    """Idempotent. Stores the current rule for the first bid, so that a later change of the setting does not
    affect this auction."""
    if listed.auction_id is None:
        return
    if await people.get_account_status(session, listed.seller_id) != "active":
        return
    draft = await queries.lock_draft(session, listed.auction_id)
    if draft is None or draft.seller_id != listed.seller_id:
        return
    card = listed.model_dump(mode="json", exclude={"changed", "changed_at", "status"})
    await queries.insert_listing(session, listed.product_id, card)
    draft.status, draft.product_id, draft.version = "active", listed.product_id, 1
    draft.starts_at = draft.updated_at = await clock.now(session)
    moved = await platform_rules.chosen_value(session, "first_bid")
    draft.start_counts = None if moved is None else moved == 1
    before = listed.relist_of if isinstance(listed, ProductListed) else None
    draft.relisted_from = draft.relisted_from or await queries.find_opened_for(session, before)
    await outbox.record(
        session, events.auction_opened(draft, await queries.get_live_epoch(session)), version=draft.version
    )


async def void_bids_on_request(
    session: AsyncSession, admin: Identity, auction_id: int, user_id: int, why: events.Retracted
) -> tuple[Auction, int]:
    """Voids a person's bids at their request. Returns the number of bids. The person may bid again."""
    auction = await locked_auction(session, auction_id)
    parties = {auction.seller_id, user_id, *await list_bidder_ids(session, auction_id)}
    ConflictOfInterest.refuse_party(admin.user_id, parties)
    now = await clock.now(session)
    check_running(auction.status, auction.ends_at, now)
    auction.updated_at = now
    voiding, before = events.Voiding("retracted", why, admin.user_id), _voiding_state_of(auction)
    gone = await void_bids(session, [auction], user_id, voiding, await queries.get_live_epoch(session))
    if gone == 0:
        raise NoBidsToVoid
    await staff_changes.record(
        session, AuctionChangedByStaff, "void_bids", by=admin.user_id, about=auction_id,
        parties=parties, before=before, after=_voiding_state_of(auction), reason=why,
    )  # fmt: skip
    return auction, gone


def _voiding_state_of(auction: Auction) -> dict[str, Any]:
    return {
        "currentBid": auction.current_bid, "currentBidderId": auction.current_bidder_id, "bidCount": auction.bid_count,
    }  # fmt: skip


async def find_open(database: Database, catalog: InternalClient, auction_id: int) -> Auction:
    """Returns the auction, and opens it first if the event of its listing has not arrived yet."""
    async with database.reading() as session:
        found = await queries.get_auction(session, auction_id)
    if found is not None and found.status == "draft":
        listed = await _ask_catalog(f"/internal/products/by-auction/{auction_id}", catalog)
        async with database.transaction() as writing:
            await open_auction(writing, listed)
            found = await queries.get_auction(writing, auction_id)
    if found is None or found.status == "draft":
        raise NotFound
    return await _as_it_ends(database, found)


async def find_of_product(database: Database, catalog: InternalClient, product_id: int) -> Auction:
    async with database.reading() as session:
        found = await queries.get_auction_of_product(session, product_id)
    if found is None:
        listed = await _ask_catalog(f"/internal/products/{product_id}/auction", catalog)
        async with database.transaction() as writing:
            await open_auction(writing, listed)
            found = await queries.get_auction_of_product(writing, product_id)
    if found is None:
        raise NotFound
    return await _as_it_ends(database, found)


async def _as_it_ends(database: Database, found: Auction) -> Auction:
    if not await clear_ended(database, [found]):
        return found
    async with database.reading() as session:
        return await queries.get_auction(session, found.known_id) or found


async def _ask_catalog(path: str, catalog: InternalClient) -> ProductListed:
    # No database connection is held during the request.
    answer = await catalog.get(path)
    if answer.status != 200:
        raise NotFound
    return ProductListed.parse(answer.body)


log = structlog.get_logger(__name__)

AT_ONCE = 20
# Younger drafts are not checked, because their listing may still be saved.
DRAFT_LIFETIME = timedelta(hours=1)


async def delete_old_drafts(database: Database, catalog: InternalClient) -> int:
    async with database.reading() as session:
        old = await queries.find_old_drafts(session, await clock.now(session) - DRAFT_LIFETIME, AT_ONCE)
    for draft_id in old:
        answer = await catalog.get(f"/internal/products/by-auction/{draft_id}")
        listed = ProductListed.parse(answer.body) if answer.status == 200 else None
        async with database.transaction() as session:
            if _has_none(answer):
                await queries.forget_draft(session, draft_id)
            elif listed is not None:
                await open_auction(session, listed)
            else:
                log.warning("draft_unanswered", auction=draft_id, status=answer.status)
            left = await queries.lock_draft(session, draft_id)
            if left is not None:  # The seller may not trade now. The draft is checked again after all others.
                left.updated_at = await clock.now(session)
    return len(old)


def _has_none(answer: Answer) -> bool:
    """True if catalog itself says that there is no listing. Any other 404 proves nothing."""
    return answer.status == 404 and isinstance(answer.body, dict) and answer.body.get("code") == "no_listing"
