from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal

from libs.contracts.events.auction import (
    AuctionCancelled,
    AuctionChanged,
    AuctionEnded,
    AuctionExtended,
    AuctionOpened,
    BidPlaced,
    BidsVoided,
)
from services.auction.auctions.models import Auction, Board
from services.auction.bidding.models import Entry
from services.auction.bidding.queries import VoidedBids
from services.auction.closing.rules import Result, reserve_met

Reason = Literal["seller_banned", "seller_erased", "listing_withdrawn", "listing_removed"]
Retracted = Literal["typo", "changed_description", "other"]


@dataclass(frozen=True)
class Voiding:
    """Why a person's bids were voided. After a request, also the person's reason and the admin who approved
    it."""

    reason: Literal["bidder_banned", "bidder_erased", "retracted"]
    retracted_for: Retracted | None = None
    by_admin_id: int | None = None


def auction_opened(auction: Auction, epoch: int) -> AuctionOpened:
    row = auction.model_dump(
        include={"seller_id", "starting_price", "bid_increment", "buy_now_price", "product_id"}
    )
    return AuctionOpened(
        **row,
        auction_id=auction.known_id,
        has_reserve=auction.reserve_price is not None,
        starts_at=to_timestamp(auction.starts_at),
        ends_at=auction.ends_at,
        epoch=epoch,
    )


def auction_changed(auction: Auction, minimum: int, epoch: int) -> AuctionChanged:
    return AuctionChanged(
        auction_id=auction.known_id,
        product_id=auction.known_product_id,
        seller_id=auction.seller_id,
        starting_price=auction.starting_price,
        bid_increment=auction.bid_increment,
        buy_now_price=auction.buy_now_price,
        has_reserve=auction.reserve_price is not None,
        minimum_bid=minimum,
        ends_at=auction.ends_at,
        changed_at=auction.updated_at,
        epoch=epoch,
    )


def bid_placed(auction: Board, bid: Entry, previous: int | None, epoch: int) -> BidPlaced:
    return BidPlaced(
        auction_id=bid.auction_id,
        product_id=auction.product_id,
        seller_id=auction.seller_id,
        bid_id=bid.id,
        bidder_id=bid.bidder_id,
        bidder_name=bid.bidder_name,
        amount=bid.amount,
        placed_at=bid.placed_at,
        previous_bidder_id=previous,
        bid_count=auction.bid_count,
        minimum_bid=bid.amount + auction.bid_increment,
        ends_at=auction.ends_at,
        reserve_met=reserve_met(auction.reserve_price, bid.amount),
        epoch=epoch,
        is_auto=bid.is_auto,
        answers_id=bid.answers_id,
    )


def auction_extended(auction: Board, epoch: int) -> AuctionExtended:
    return AuctionExtended(
        auction_id=auction.id, product_id=auction.product_id, ends_at=auction.ends_at, epoch=epoch
    )


def auction_cancelled(auction: Auction, reason: Reason, epoch: int) -> AuctionCancelled:
    return AuctionCancelled(
        auction_id=auction.known_id,
        product_id=auction.known_product_id,
        seller_id=auction.seller_id,
        reason=reason,
        cancelled_at=auction.updated_at,
        epoch=epoch,
    )


def bids_voided(auction: Auction, bidder_id: int, gone: VoidedBids, why: Voiding, epoch: int) -> BidsVoided:
    return BidsVoided(
        auction_id=auction.known_id,
        product_id=auction.known_product_id,
        seller_id=auction.seller_id,
        bidder_id=bidder_id,
        bid_ids=gone.newest_ids,
        bids_voided=gone.bids,
        current_bid=auction.current_bid,
        current_bidder_id=auction.current_bidder_id,
        bid_count=auction.bid_count,
        reserve_met=reserve_met(auction.reserve_price, auction.current_bid),
        voided_at=auction.updated_at,
        epoch=epoch,
        **asdict(why),
    )


def auction_ended(auction: Auction, outcome: Result | Literal["bought_now"], epoch: int) -> AuctionEnded:
    return AuctionEnded(
        auction_id=auction.known_id,
        product_id=auction.known_product_id,
        seller_id=auction.seller_id,
        outcome=outcome,
        winner_id=auction.winner_id,
        price=auction.final_price,
        highest_bidder_id=auction.current_bidder_id,
        highest_bid=auction.current_bid,
        bid_count=auction.bid_count,
        ended_at=to_timestamp(auction.ended_at),
        epoch=epoch,
    )


def to_timestamp(value: datetime | None) -> datetime:
    assert value is not None
    return value
