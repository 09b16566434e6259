"""What catalog hears: how auctions go. Who people are and who is gone, the kit hears."""

from collections.abc import Sequence

from faststream import AckPolicy
from faststream.kafka import KafkaRouter

from libs.contracts.events.auction import (
    AuctionCancelled,
    AuctionChanged,
    AuctionEnded,
    AuctionEndingSoon,
    AuctionExtended,
    AuctionOpened,
    BidPlaced,
    BidsVoided,
)
from libs.contracts.events.sales import SaleSettled, SecondChanceAnswered
from libs.kit.events.subscribing import Session, Subscriptions, carries, read_facts
from services.catalog.service import copies, favourites

router = KafkaRouter(decoder=read_facts, ack_policy=AckPolicy.MANUAL)
auctions = router.subscriber("wangi.auctions")
bids = router.subscriber("wangi.auctions", batch=True)


@auctions(filter=carries(AuctionOpened))
async def remember_auction(fact: AuctionOpened, session: Session) -> None:
    """Keep the figures of an auction for its card."""
    await copies.keep_auction(session, fact)


@auctions(filter=carries(AuctionChanged))
async def change_terms_on_card(fact: AuctionChanged, session: Session) -> None:
    """Show the new terms on the card."""
    await copies.keep_terms(session, fact)


@auctions(filter=carries(AuctionExtended))
async def move_end_on_card(fact: AuctionExtended, session: Session) -> None:
    """Show the later end on the card."""
    await copies.keep_extension(session, fact)


@bids(filter=carries(BidPlaced, newest_counts=True))
async def raise_price_on_card(facts: Sequence[BidPlaced], session: Session) -> None:
    """Show the new price on each card."""
    await copies.keep_bids(session, facts)


@auctions(filter=carries(BidsVoided))
async def lower_price_on_card(fact: BidsVoided, session: Session) -> None:
    """Show the price of the bids that still count."""
    await copies.keep_voids(session, fact)


@auctions(filter=carries(AuctionCancelled))
async def end_listing(fact: AuctionCancelled, session: Session) -> None:
    """Show on the card that the auction was cancelled."""
    await copies.keep_cancellation(session, fact)


@auctions(filter=carries(AuctionEnded))
async def hammer_fell(fact: AuctionEnded, session: Session) -> None:
    """Show on the card how the auction ended."""
    await copies.keep_end(session, fact)


@auctions(filter=carries(SaleSettled))
async def paid_or_not(fact: SaleSettled, session: Session) -> None:
    """Mark a paid listing as sold, and give an unpaid one back to its seller."""
    await copies.keep_settlement(session, fact)


@auctions(filter=carries(SecondChanceAnswered))
async def second_chance_taken(fact: SecondChanceAnswered, session: Session) -> None:
    """Hold the listing for the bidder who took the second chance."""
    await copies.keep_second_chance(session, fact)


@auctions(filter=carries(AuctionEndingSoon))
async def call_those_who_watch(fact: AuctionEndingSoon, session: Session) -> None:
    """Tell those who follow the listing that its auction ends soon."""
    await favourites.ending_soon(session, fact)


subscriptions = Subscriptions(router)
