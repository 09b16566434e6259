"""What a listing means for its auction: its words are copied, its seller may change the terms or take it back."""

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auction import AuctionChanged
from libs.contracts.events.catalog import ProductChanged, ProductRemoved
from libs.kit import clock, outbox, people
from libs.kit.access import Identity
from libs.kit.errors import NotFound
from services.auction import domain, queries
from services.auction.models import Auction, ListingCopy
from services.auction.schemas import TermsIn
from services.auction.service.auctions import cancel, standing_of
from services.auction.settings import AuctionSettings

HIDDEN = "hidden"
"""In a card: its listing was taken away. A listing that comes back is told anew, and the mark goes."""


async def keep_listing(session: AsyncSession, fact: ProductChanged) -> None:
    """The lot is described as its seller describes it now; an erased seller's words stay blank."""
    if fact.auction_id is None or await people.standing_of(session, fact.seller_id) == "erased":
        return
    known = await queries.listing(session, fact.product_id)
    before = {name: value for name, value in known.card.items() if name != HIDDEN} if known else {}
    card = before | fact.model_dump(mode="json", exclude={"changed", "changed_at", "status"})
    copy = insert(ListingCopy).values(product_id=fact.product_id, card=card)
    await session.execute(copy.on_conflict_do_update(index_elements=["product_id"], set_={"card": card}))


async def end_with_listing(session: AsyncSession, fact: ProductRemoved) -> None:
    """What staff takes away nobody can bid on; what its seller withdrew was cancelled before, with no bid in it."""
    if fact.auction_id is None:
        return
    if fact.reason in ("moderated", "deleted"):
        copy = await queries.listing(session, fact.product_id)
        if copy is not None and copy.card.get("sellerId") == fact.seller_id:
            copy.card = copy.card | {HIDDEN: fact.reason}
    auction = await queries.opened_for_update(session, fact.auction_id)
    if auction is None or auction.status != "active" or auction.seller_id != fact.seller_id:
        return
    auction.updated_at = await clock.now(session)
    if fact.reason == "moderated" and auction.ends_at > auction.updated_at:
        await cancel(session, auction, "listing_removed", await queries.live_epoch(session))


async def change_terms(
    session: AsyncSession, settings: AuctionSettings, seller: Identity, auction_id: int, terms: TermsIn
) -> Auction:
    """New terms as long as nobody has bid; what is over is not reopened (C25, U22)."""
    auction = await _own_without_bids(session, seller, auction_id)
    now = await clock.now(session)
    if domain.status_at(auction.status, auction.ends_at, now) != "active":
        raise domain.AuctionEnded
    domain.check_terms(**terms.model_dump(), now=now)
    wished = terms.model_dump()
    if all(getattr(auction, name) == value for name, value in wished.items()):
        return auction
    for name, value in wished.items():
        setattr(auction, name, value)
    auction.original_ends_at, auction.updated_at = terms.ends_at, now
    auction.version += 1
    await outbox.record(session, await _changed(session, auction, settings), version=auction.version)
    return auction


async def withdraw(session: AsyncSession, seller: Identity, auction_id: int) -> Auction:
    """The seller takes the listing back before anybody has bid; one that is over stays as it ended."""
    auction = await _own_without_bids(session, seller, auction_id)
    now = await clock.now(session)
    if domain.status_at(auction.status, auction.ends_at, now) == "active":
        auction.updated_at = now
        await cancel(session, auction, "listing_withdrawn", await queries.live_epoch(session))
    return auction


async def _own_without_bids(session: AsyncSession, seller: Identity, auction_id: int) -> Auction:
    await people.acting(session, seller)
    auction = await queries.auction_for_update(session, auction_id)
    if auction.seller_id != seller.user_id:
        raise NotFound
    if auction.bid_count:
        raise domain.AuctionHasBids
    return auction


async def _changed(session: AsyncSession, auction: Auction, settings: AuctionSettings) -> AuctionChanged:
    start_counts = settings.first_bid_rule == "start"
    return AuctionChanged(
        auction_id=auction.id or 0,
        product_id=auction.product_id or 0,
        seller_id=auction.seller_id,
        starting_price=auction.starting_price,
        bid_increment=auction.bid_increment,
        buy_now_price=auction.buy_now_price,
        has_reserve=auction.reserve_price is not None,
        minimum_bid=domain.minimum_bid(standing_of(auction), start_counts=start_counts),
        ends_at=auction.ends_at,
        changed_at=auction.updated_at,
        epoch=await queries.live_epoch(session),
    )
