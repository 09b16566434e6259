"""What catalog hears: how auctions go. Who people are and who is gone, the kit hears."""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

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
from libs.kit.subscribing import Subscriptions
from services.catalog.service import copies, favourites

subscriptions = Subscriptions()


@subscriptions.on(AuctionOpened)
async def remember_auction(fact: AuctionOpened, session: AsyncSession) -> None:
    """The card gets its figures."""
    await copies.keep_auction(session, fact)


@subscriptions.on(AuctionChanged)
async def change_terms_on_card(fact: AuctionChanged, session: AsyncSession) -> None:
    """The card shows the new terms."""
    await copies.keep_terms(session, fact)


@subscriptions.on(AuctionExtended)
async def move_end_on_card(fact: AuctionExtended, session: AsyncSession) -> None:
    """The card shows the later end."""
    await copies.keep_extension(session, fact)


@subscriptions.on_many(BidPlaced, newest_counts=True)
async def raise_price_on_card(facts: Sequence[BidPlaced], session: AsyncSession) -> None:
    """Each card shows its new price."""
    await copies.keep_bids(session, facts)


@subscriptions.on(BidsVoided)
async def lower_price_on_card(fact: BidsVoided, session: AsyncSession) -> None:
    """The card shows the price of the bids that still count."""
    await copies.keep_voids(session, fact)


@subscriptions.on(AuctionCancelled)
async def end_listing(fact: AuctionCancelled, session: AsyncSession) -> None:
    """The card says that the auction was cancelled."""
    await copies.keep_cancellation(session, fact)


@subscriptions.on(AuctionEnded)
async def hammer_fell(fact: AuctionEnded, session: AsyncSession) -> None:
    """The card says how it ended."""
    await copies.keep_end(session, fact)


@subscriptions.on(SaleSettled)
async def paid_or_not(fact: SaleSettled, session: AsyncSession) -> None:
    """What was paid is sold; what was not is its seller's again."""
    await copies.keep_settlement(session, fact)


@subscriptions.on(SecondChanceAnswered)
async def second_chance_taken(fact: SecondChanceAnswered, session: AsyncSession) -> None:
    """It waits for whoever took it."""
    await copies.keep_second_chance(session, fact)


@subscriptions.on(AuctionEndingSoon)
async def call_those_who_watch(fact: AuctionEndingSoon, session: AsyncSession) -> None:
    """Whoever keeps the listing as a favourite is told that little time is left."""
    await favourites.ending_soon(session, fact)
