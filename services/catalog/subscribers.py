"""What catalog hears: who people are, and how auctions go."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auction import AuctionOpened, BidPlaced
from libs.contracts.events.auth import UserRegistered
from libs.kit.subscribing import Subscriptions
from services.catalog import service

subscriptions = Subscriptions()


@subscriptions.on(UserRegistered)
async def remember_seller(fact: UserRegistered, session: AsyncSession) -> None:
    """A new person may sell."""
    await service.keep_seller(session, fact)


@subscriptions.on(AuctionOpened)
async def remember_auction(fact: AuctionOpened, session: AsyncSession) -> None:
    """The card gets its figures."""
    await service.keep_auction(session, fact)


@subscriptions.on(BidPlaced)
async def raise_price_on_card(fact: BidPlaced, session: AsyncSession) -> None:
    """The card shows the new price."""
    await service.keep_bid(session, fact)
