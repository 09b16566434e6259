"""What several routes of auction take: the auction itself, the desk where bids queue, the catalog service."""

from typing import Annotated

from fastapi import Depends, Path, Request

from libs.contracts.live import LARGEST_ID
from libs.kit.db.database import Database, database_of
from libs.kit.http.client import InternalClient
from libs.kit.http.errors import NotFound
from services.auction.models import Auction
from services.auction.queries import auctions as auction_queries
from services.auction.service import auctions, departures
from services.auction.service.sequencer import Sequencer
from services.auction.settings import AuctionSettings

AuctionId = Annotated[int, Path(ge=1, le=LARGEST_ID)]


async def _settings(request: Request) -> AuctionSettings:
    settings: AuctionSettings = request.app.state.settings
    return settings


async def _catalog(request: Request) -> InternalClient:
    client: InternalClient = request.app.state.calls["catalog"]
    return client


async def _sequencer(request: Request) -> Sequencer:
    sequencer: Sequencer = request.app.state.sequencer
    return sequencer


SequencerDep = Annotated[Sequencer, Depends(_sequencer)]
SettingsDep = Annotated[AuctionSettings, Depends(_settings)]
CatalogDep = Annotated[InternalClient, Depends(_catalog)]


async def _open_auction(auction_id: AuctionId, catalog: CatalogDep, request: Request) -> Auction:
    """The auction; one whose listing is committed but not told yet is opened here, holding no connection meanwhile."""
    database = database_of(request)
    async with database.reading() as session:
        found = await auction_queries.auction(session, auction_id)
    if found is not None and found.status == "draft":
        listed = await auctions.ask_for_listing(auction_id, catalog)
        async with database.transaction() as writing:
            await auctions.open_auction(writing, listed)
            found = await auction_queries.auction(writing, auction_id)
    if found is None or found.status == "draft":
        raise NotFound
    return await _as_it_ends(database, found)


async def _auction_of_product(product_id: AuctionId, catalog: CatalogDep, request: Request) -> Auction:
    """The newest auction of a product; one that has not been told of yet is opened here."""
    database = database_of(request)
    async with database.reading() as session:
        found = await auction_queries.auction_of_product(session, product_id)
    if found is None:
        listed = await auctions.ask_for_product(product_id, catalog)
        async with database.transaction() as writing:
            await auctions.open_auction(writing, listed)
            found = await auction_queries.auction_of_product(writing, product_id)
    if found is None:
        raise NotFound
    return await _as_it_ends(database, found)


async def _as_it_ends(database: Database, found: Auction) -> Auction:
    """The same, without what a ban or an erasure takes from it, once its end has come."""
    if not await departures.clear_ended(database, [found]):
        return found
    async with database.reading() as session:
        return await auction_queries.auction(session, found.id or 0) or found


AuctionOfProduct = Annotated[Auction, Depends(_auction_of_product)]
OpenAuction = Annotated[Auction, Depends(_open_auction)]
