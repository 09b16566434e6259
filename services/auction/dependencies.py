from typing import Annotated

from fastapi import Depends, Path, Request

from libs.contracts.live import LARGEST_ID
from libs.kit.db.database import DatabaseDep
from libs.kit.http.client import InternalClient
from services.auction.auctions.models import Auction
from services.auction.auctions.service import find_of_product, find_open
from services.auction.bidding.sequencer import Sequencer
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


async def _open_auction(auction_id: AuctionId, catalog: CatalogDep, database: DatabaseDep) -> Auction:
    return await find_open(database, catalog, auction_id)


async def _auction_of_product(product_id: AuctionId, catalog: CatalogDep, database: DatabaseDep) -> Auction:
    return await find_of_product(database, catalog, product_id)


AuctionOfProduct = Annotated[Auction, Depends(_auction_of_product)]
OpenAuction = Annotated[Auction, Depends(_open_auction)]
