from datetime import datetime
from typing import cast

from libs.contracts.events.auction import AuctionWon
from libs.contracts.events.sales import (
    PaymentReminded,
    SaleSettled,
    SecondChanceAnswered,
    SecondChanceOffered,
    StrikeGiven,
)
from libs.contracts.events.trades import CancelledBy
from services.auction.auctions.events import to_timestamp
from services.auction.auctions.models import Auction
from services.auction.sales.models import Sale, SecondChance, Strike
from services.auction.sales.rules import Answer


def auction_won(auction: Auction, sale: Sale) -> AuctionWon:
    return AuctionWon(
        auction_id=sale.auction_id,
        product_id=auction.known_product_id,
        seller_id=auction.seller_id,
        winner_id=sale.buyer_id,
        price=sale.price,
        won_at=sale.won_at,
        pay_by=sale.pay_by,
        sale_number=sale.number,
        bought_now=sale.number == 1 and auction.outcome == "bought_now",
    )


def payment_reminded(auction: Auction, sale: Sale) -> PaymentReminded:
    return PaymentReminded(
        auction_id=sale.auction_id,
        product_id=auction.known_product_id,
        seller_id=auction.seller_id,
        winner_id=sale.buyer_id,
        price=sale.price,
        pay_by=sale.pay_by,
        reminded_at=to_timestamp(sale.reminded_at),
    )


def sale_settled(auction: Auction, sale: Sale, *, is_free: bool, in_doubt: bool) -> SaleSettled:
    return SaleSettled(
        auction_id=sale.auction_id,
        product_id=auction.known_product_id,
        seller_id=auction.seller_id,
        winner_id=sale.buyer_id,
        price=sale.price,
        paid=sale.paid is True,
        settled_at=to_timestamp(sale.settled_at),
        sale_number=sale.number,
        cancelled_by=cast("CancelledBy | None", sale.cancelled_by),
        is_free=is_free,
        in_doubt=in_doubt,
    )


def second_chance_offered(auction: Auction, offer: SecondChance) -> SecondChanceOffered:
    return SecondChanceOffered(
        auction_id=offer.auction_id,
        product_id=auction.known_product_id,
        seller_id=auction.seller_id,
        bidder_id=offer.bidder_id,
        price=offer.price,
        offered_at=offer.offered_at,
        expires_at=offer.expires_at,
    )


def second_chance_answered(auction: Auction, offer: SecondChance, answer: Answer) -> SecondChanceAnswered:
    return SecondChanceAnswered(
        auction_id=offer.auction_id,
        product_id=auction.known_product_id,
        seller_id=auction.seller_id,
        bidder_id=offer.bidder_id,
        price=offer.price,
        answer=answer,
        answered_at=to_timestamp(offer.answered_at),
    )


def strike_given(
    auction: Auction, strike: Strike, strikes: int, paused_until: datetime | None
) -> StrikeGiven:
    return StrikeGiven(
        user_id=strike.user_id,
        auction_id=strike.auction_id,
        product_id=auction.known_product_id,
        seller_id=auction.seller_id,
        strikes=strikes,
        suspended_until=paused_until,
        given_at=strike.given_at,
        strike_id=strike.id,
    )
