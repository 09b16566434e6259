from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.catalog import ProductChanged, ProductRemoved
from libs.kit.errors import NotFound
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people
from services.auction.account_removal import service as account_removal_service
from services.auction.auctions import events, queries, rules
from services.auction.auctions.models import Auction
from services.auction.auctions.rules import AuctionHasBids
from services.auction.auctions.schemas import TermsIn
from services.auction.bidding import rules as bidding_rules
from services.auction.bidding.rules import AuctionEnded
from services.auction.bidding.voids import cancel_auction
from services.auction.closing.rules import outcome_of, status_at
from services.auction.models import HIDDEN
from services.auction.sales.queries import list_offers, list_sales
from services.auction.sales.rules import SecondChanceOpen, is_offer_open, is_sold
from services.auction.settings import AuctionSettings


async def store_listing(session: AsyncSession, event: ProductChanged) -> None:
    """Stores the listing's replica. Does nothing if the seller was erased."""
    if event.auction_id is None or await people.get_account_status(session, event.seller_id) == "erased":
        return
    listing = await queries.get_listing(session, event.product_id)
    before = {name: value for name, value in listing.card.items() if name != HIDDEN} if listing else {}
    card = before | event.model_dump(mode="json", exclude={"changed", "changed_at", "status"})
    await queries.upsert_listing(session, event.product_id, card)


async def end_with_listing(session: AsyncSession, event: ProductRemoved) -> int:
    """Cancels the running auction if staff removed its listing. After an ended auction, records that the
    listing was taken back. Returns the number of cancelled auctions."""
    if event.auction_id is None:
        return 0
    if event.reason in ("moderated", "deleted"):
        copy = await queries.get_listing(session, event.product_id)
        if copy is not None and copy.card.get("sellerId") == event.seller_id:
            copy.card = copy.card | {HIDDEN: event.reason}
    auction = await queries.lock_opened(session, event.auction_id)
    if auction is not None:
        await account_removal_service.apply_pending(session, [auction])
    if auction is not None and auction.seller_id == event.seller_id and auction.status == "ended":
        # After this, no second chance is offered.
        auction.taken_back_at = auction.taken_back_at or await clock.now(session)
    if auction is None or auction.status != "active" or auction.seller_id != event.seller_id:
        return 0
    auction.updated_at = await clock.now(session)
    if event.reason != "moderated" or auction.ends_at <= auction.updated_at:
        return 0
    await cancel_auction(session, [auction], "listing_removed", await queries.get_live_epoch(session))
    return 1


async def change_terms(
    session: AsyncSession, settings: AuctionSettings, seller: Identity, auction_id: int, terms: TermsIn
) -> Auction:
    """Changes are allowed only before the first bid. An auction that is over is not reopened (C25, U22)."""
    auction = await _lock_own_auction(session, seller, auction_id)
    _refuse_bids(auction)
    now = await clock.now(session)
    if status_at(auction.status, auction.ends_at, now) != "active":
        raise AuctionEnded
    rules.check_terms(**terms.model_dump(), now=now)
    wished = terms.model_dump()
    if all(getattr(auction, name) == value for name, value in wished.items()):
        return auction
    for name, value in wished.items():
        setattr(auction, name, value)
    auction.original_ends_at, auction.updated_at = terms.ends_at, now
    auction.version += 1
    minimum = bidding_rules.minimum_bid(auction.state, start_counts=settings.start_counts)
    event = events.auction_changed(auction, minimum, await queries.get_live_epoch(session))
    await outbox.record(session, event, version=auction.version)
    return auction


async def withdraw_auction(
    session: AsyncSession, seller: Identity, auction_id: int, *, relisted_as: int | None = None
) -> Auction:
    """Cancels an auction before the first bid, or takes back a listing whose auction ended without a sale. If
    `relisted_as` is given, the listing is taken back only when that draft opens."""
    auction = await _lock_own_auction(session, seller, auction_id)
    now = await clock.now(session)
    status = status_at(auction.status, auction.ends_at, now)
    if status == "cancelled":
        return auction  # A cancelled auction has no buyer, even if it had bids.
    if status == "ended" and await _is_sold(session, auction):
        raise AuctionHasBids
    if status == "ended":
        if any(is_offer_open(offer, now) for offer in await list_offers(session, auction_id)):
            raise SecondChanceOpen
        if relisted_as is None:
            auction.taken_back_at = auction.taken_back_at or now
        else:
            await _reserve_relisting(session, auction, relisted_as)
        return auction
    _refuse_bids(auction)
    if status == "active":
        auction.updated_at = now
        await cancel_auction(session, [auction], "listing_withdrawn", await queries.get_live_epoch(session))
    return auction


async def _reserve_relisting(session: AsyncSession, auction: Auction, draft_id: int) -> None:
    draft = await queries.lock_draft(session, draft_id)
    if draft is None or draft.seller_id != auction.seller_id:
        raise NotFound
    draft.relisted_from = auction.id


async def _is_sold(session: AsyncSession, auction: Auction) -> bool:
    sales = await list_sales(session, auction.known_id)
    return is_sold(sales) if sales else outcome_of(auction) == "sold"


async def _lock_own_auction(session: AsyncSession, seller: Identity, auction_id: int) -> Auction:
    await people.lock_actor(session, seller)
    auction = await account_removal_service.locked_auction(session, auction_id)
    if auction.seller_id != seller.user_id:
        raise NotFound
    return auction


def _refuse_bids(auction: Auction) -> None:
    if auction.bid_count:
        raise AuctionHasBids
