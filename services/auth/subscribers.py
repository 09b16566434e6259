"""What auth hears: what people want to be told of, and that the others have forgotten a person."""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events import admin, auction, boost, catalog, messaging, sales
from libs.contracts.events.catalog import (
    FavouriteEndingSoon,
    FavouritePriceDropped,
    ProductChanged,
    ProductListed,
    ProductRemoved,
    SavedSearchMatched,
)
from libs.kit.subscribing import Subscriptions
from services.auth.service import auction_news, erasure, notices

subscriptions = Subscriptions()

Forgotten = (
    admin.PersonForgotten
    | auction.PersonForgotten
    | boost.PersonForgotten
    | catalog.PersonForgotten
    | messaging.PersonForgotten
)


@subscriptions.on(SavedSearchMatched)
async def tell_matches(fact: SavedSearchMatched, session: AsyncSession) -> None:
    """Something new fits what somebody looks for."""
    await notices.tell_matches(session, fact)


@subscriptions.on(FavouritePriceDropped)
async def tell_price(fact: FavouritePriceDropped, session: AsyncSession) -> None:
    """Something somebody keeps an eye on costs less."""
    await notices.tell_price(session, fact)


@subscriptions.on_many(auction.BidderOutbid)
async def tell_outbid(facts: Sequence[auction.BidderOutbid], session: AsyncSession) -> None:
    """Somebody else leads on what somebody bid on."""
    await auction_news.tell_outbid(session, facts)


async def tell_ending(facts: Sequence[auction.BidderReminded | FavouriteEndingSoon], session: AsyncSession) -> None:
    """What somebody bid on, or keeps an eye on, has little time left."""
    await auction_news.tell_ending(session, facts)


subscriptions.on_many(auction.BidderReminded)(tell_ending)
subscriptions.on_many(FavouriteEndingSoon)(tell_ending)


async def keep_name(fact: auction.AuctionOpened | auction.AuctionChanged, session: AsyncSession) -> None:
    """Its name is needed until its end, however far off that is."""
    await auction_news.keep_name(session, fact, fact.ends_at)


subscriptions.on(auction.AuctionOpened)(keep_name)
subscriptions.on(auction.AuctionChanged)(keep_name)


@subscriptions.on(auction.AuctionWon)
async def tell_won(fact: auction.AuctionWon, session: AsyncSession) -> None:
    """Somebody won, somebody sold."""
    await auction_news.tell_won(session, fact)


@subscriptions.on(auction.AuctionEnded)
async def tell_unsold(fact: auction.AuctionEnded, session: AsyncSession) -> None:
    """Somebody did not sell."""
    await auction_news.tell_unsold(session, fact)


@subscriptions.on_many(auction.BidderLost)
async def tell_lost(facts: Sequence[auction.BidderLost], session: AsyncSession) -> None:
    """Somebody else has what somebody bid on."""
    await auction_news.tell_lost(session, facts)


@subscriptions.on_many(auction.BidderReleased)
async def tell_released(facts: Sequence[auction.BidderReleased], session: AsyncSession) -> None:
    """A bid binds nobody any more."""
    await auction_news.tell_released(session, facts)


@subscriptions.on(sales.PaymentReminded)
async def tell_due(fact: sales.PaymentReminded, session: AsyncSession) -> None:
    """Somebody has won and should pay."""
    await auction_news.tell_due(session, fact)


@subscriptions.on(sales.SecondChanceOffered)
async def tell_second_chance(fact: sales.SecondChanceOffered, session: AsyncSession) -> None:
    """Somebody who lost may still have it."""
    await auction_news.tell_second_chance(session, fact)


@subscriptions.on(sales.SecondChanceAnswered)
async def tell_answer(fact: sales.SecondChanceAnswered, session: AsyncSession) -> None:
    """What became of a seller's offer."""
    await auction_news.tell_answer(session, fact)


@subscriptions.on(sales.StrikeGiven)
async def tell_strike(fact: sales.StrikeGiven, session: AsyncSession) -> None:
    """Somebody won and did not pay."""
    await auction_news.tell_strike(session, fact)


async def keep_lot(fact: ProductListed | ProductChanged, session: AsyncSession) -> None:
    """What an auction sells has a name."""
    await auction_news.keep_lot(session, fact)


subscriptions.on(ProductListed)(keep_lot)
subscriptions.on(ProductChanged)(keep_lot)


@subscriptions.on(ProductRemoved)
async def drop_lot(fact: ProductRemoved, session: AsyncSession) -> None:
    """Its words are gone."""
    await auction_news.drop_lot(session, fact)


async def keep_receipt(fact: Forgotten, session: AsyncSession) -> None:
    """One more service has forgotten somebody."""
    await erasure.keep_receipt(session, fact.user_id, fact.producer, fact.forgotten_at)


for told in (admin, auction, boost, catalog, messaging):
    subscriptions.on(told.PersonForgotten)(keep_receipt)
