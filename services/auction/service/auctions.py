"""The verbs of auction: reserve, open, bid, and what becomes of it all when a person may not trade any more."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auction import (
    AuctionCancelled,
    AuctionExtended,
    AuctionOpened,
    BidPlaced,
    BidsVoided,
    PersonForgotten,
)
from libs.contracts.events.catalog import ProductListed
from libs.kit import clock, outbox, people
from libs.kit.access import Identity
from libs.kit.errors import Forbidden, NotFound
from libs.kit.http import InternalClient
from services.auction import domain, queries
from services.auction.models import Auction, Bid, BidVoid, ListingCopy
from services.auction.schemas import BidIn, TermsIn
from services.auction.settings import AuctionSettings

WORDS = ("name", "brand", "description", "notes")
"""What a seller wrote about a bottle."""


@dataclass(frozen=True)
class Placed:
    """An accepted bid, the auction after it, and where its room stands."""

    bid: Bid
    auction: Auction
    epoch: int


async def reserve(session: AsyncSession, settings: AuctionSettings, seller: Identity, terms: TermsIn) -> int:
    """Check the terms and give them an id; nobody sees the auction until its listing is committed."""
    now = await clock.now(session)
    domain.check_terms(**terms.model_dump(), now=now)
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
    await outbox.record(session, _opened(draft, await queries.live_epoch(session)), version=draft.version)


async def place_bid(
    session: AsyncSession, settings: AuctionSettings, bidder: Identity, auction_id: int, form: BidIn
) -> Placed:
    """Load and lock, decide, save, tell."""
    if form.user_id is not None and form.user_id != bidder.user_id:
        raise Forbidden
    amount = domain.amount_of(form.amount)
    await people.acting(session, bidder)
    auction = await queries.auction_for_update(session, auction_id)
    accepted = domain.place_bid(
        standing_of(auction),
        bidder_id=bidder.user_id,
        amount=amount,
        now=await clock.now(session),
        start_counts=settings.first_bid_rule == "start",
    )
    moment, previous = await queries.moment(session), auction.current_bidder_id
    bid = _bid(auction, bidder, accepted, moment.bid_id)
    extended = accepted.ends_at > auction.ends_at
    _advance(auction, bid, accepted.ends_at)
    session.add(bid)
    await outbox.record(session, _placed(auction, bid, previous, accepted, moment.epoch), version=auction.version)
    if extended:
        auction.version += 1
        await outbox.record(session, _extended(auction, moment.epoch), version=auction.version)
    return Placed(bid, auction, moment.epoch)


async def end_trading(session: AsyncSession, user_id: int, why: Literal["banned", "erased"]) -> None:
    """What a person sells by auction is cancelled; what they bid on others' auctions counts no more."""
    epoch = await queries.live_epoch(session)
    for auction in await queries.open_with_person(session, user_id, await clock.now(session)):
        auction.updated_at = await clock.now(session)
        if auction.seller_id == user_id:
            await cancel(session, auction, "seller_banned" if why == "banned" else "seller_erased", epoch)
        else:
            await _void_bids(session, auction, user_id, why, epoch)


async def forget(session: AsyncSession, user_id: int) -> None:
    """An erased person: no name on any bid, no word of theirs on any lot; ids and figures stay for the others."""
    await end_trading(session, user_id, "erased")
    for listing in await queries.listings_of(session, user_id):
        listing.card = listing.card | {"batchCode": None, "state": None, "images": []} | dict.fromkeys(WORDS, "")
    await session.execute(text("SELECT forget_bidder(:user_id)"), {"user_id": user_id})
    receipt = PersonForgotten(user_id=user_id, forgotten_at=await clock.now(session))
    await people.forgotten(session, receipt)


Reason = Literal["seller_banned", "seller_erased", "listing_withdrawn", "listing_removed"]


async def cancel(session: AsyncSession, auction: Auction, reason: Reason, epoch: int) -> None:
    """An auction ends without a winner. Call with it locked and `updated_at` set to the moment."""
    auction.status = "cancelled"
    auction.version += 1
    fact = AuctionCancelled(
        auction_id=_set(auction.id),
        product_id=_set(auction.product_id),
        seller_id=auction.seller_id,
        reason=reason,
        cancelled_at=auction.updated_at,
        epoch=epoch,
    )
    await outbox.record(session, fact, version=auction.version)


async def _void_bids(
    session: AsyncSession, auction: Auction, user_id: int, why: Literal["banned", "erased"], epoch: int
) -> None:
    log = await queries.counting_bids(session, auction)
    theirs = [bid for bid in log if bid.bidder_id == user_id]
    if not theirs:
        return
    left = domain.recount(log, without=user_id)
    auction.version += 1
    auction.current_bid, auction.current_bidder_id = left.current_bid, left.current_bidder_id
    auction.bid_count = left.bid_count
    fact = BidsVoided(
        auction_id=_set(auction.id),
        product_id=_set(auction.product_id),
        seller_id=auction.seller_id,
        bidder_id=user_id,
        reason="bidder_banned" if why == "banned" else "bidder_erased",
        bid_ids=[bid.id for bid in theirs],
        current_bid=left.current_bid,
        current_bidder_id=left.current_bidder_id,
        bid_count=left.bid_count,
        reserve_met=domain.reserve_met(auction.reserve_price, left.current_bid),
        voided_at=auction.updated_at,
        epoch=epoch,
    )
    session.add_all(_void_of(bid, fact, auction.version) for bid in theirs)
    await outbox.record(session, fact, version=auction.version)


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


def standing_of(auction: Auction) -> domain.Standing:
    """The auction as the rules see it."""
    return domain.Standing(
        seller_id=auction.seller_id,
        status=auction.status,
        starting_price=auction.starting_price,
        bid_increment=auction.bid_increment,
        current_bid=auction.current_bid,
        ends_at=auction.ends_at,
        extension=domain.Extension(
            window=timedelta(seconds=auction.extension_window),
            length=timedelta(seconds=auction.extension_seconds),
            latest=auction.original_ends_at + timedelta(seconds=auction.extension_cap),
        ),
    )


def _bid(auction: Auction, bidder: Identity, accepted: domain.Accepted, bid_id: int) -> Bid:
    return Bid(
        auction_id=_set(auction.id),
        seq=auction.last_seq + 1,
        id=bid_id,
        bidder_id=bidder.user_id,
        bidder_name=domain.masked(bidder.username),
        amount=accepted.amount,
        placed_at=accepted.placed_at,
    )


def _advance(auction: Auction, bid: Bid, ends_at: datetime) -> None:
    """What the bid makes of the auction."""
    auction.ends_at = ends_at
    auction.current_bid, auction.current_bidder_id = bid.amount, bid.bidder_id
    auction.bid_count += 1
    auction.last_seq = bid.seq
    auction.version += 1
    auction.updated_at = bid.placed_at


def _opened(auction: Auction, epoch: int) -> AuctionOpened:
    row = auction.model_dump(include={"seller_id", "starting_price", "bid_increment", "buy_now_price", "product_id"})
    return AuctionOpened(
        **row,
        auction_id=_set(auction.id),
        has_reserve=auction.reserve_price is not None,
        starts_at=_moment(auction.starts_at),
        ends_at=auction.ends_at,
        epoch=epoch,
    )


def _extended(auction: Auction, epoch: int) -> AuctionExtended:
    return AuctionExtended(
        auction_id=_set(auction.id), product_id=_set(auction.product_id), ends_at=auction.ends_at, epoch=epoch
    )


def _placed(auction: Auction, bid: Bid, previous: int | None, accepted: domain.Accepted, epoch: int) -> BidPlaced:
    return BidPlaced(
        auction_id=bid.auction_id,
        product_id=_set(auction.product_id),
        seller_id=auction.seller_id,
        bid_id=bid.id,
        bidder_id=bid.bidder_id,
        bidder_name=bid.bidder_name,
        amount=bid.amount,
        placed_at=bid.placed_at,
        previous_bidder_id=previous,
        bid_count=auction.bid_count,
        minimum_bid=accepted.minimum_next,
        ends_at=auction.ends_at,
        reserve_met=domain.reserve_met(auction.reserve_price, auction.current_bid),
        epoch=epoch,
    )


def _set(value: int | None) -> int:
    assert value is not None
    return value


def _moment(value: datetime | None) -> datetime:
    assert value is not None
    return value
