from typing import Annotated

from fastapi import Depends, Path, Query, Request

from libs.contracts.events.catalog import BoxCondition, State
from libs.kit.db.database import DatabaseDep
from libs.kit.http.client import InternalClient
from libs.kit.http.schemas import NO_NUL
from libs.kit.money import Ringgit
from services.catalog.boosts.rules import Rotation
from services.catalog.listings.commands import ListingCommands
from services.catalog.search import words
from services.catalog.search.filters import Filters, Kind, Status
from services.catalog.search.index.service import ListingIndex
from services.catalog.search.service import Tally

ProductId = Annotated[int, Path(ge=1, le=2**63 - 1)]


DealId = Annotated[int, Path(ge=1, le=2**63 - 1)]


UserId = Annotated[int, Path(ge=1, le=2**63 - 1)]


async def _index(request: Request) -> ListingIndex:
    index: ListingIndex = request.app.state.index
    return index


async def _tally(request: Request) -> Tally:
    tally: Tally = request.app.state.tally
    return tally


async def _rotation(request: Request) -> Rotation:
    rotation: Rotation = request.app.state.rotation
    return rotation


async def _auctions(request: Request) -> InternalClient:
    client: InternalClient = request.app.state.calls["auction"]
    return client


async def _host(request: Request) -> str:
    return str(request.app.state.settings.base_url)


IndexDep = Annotated[ListingIndex, Depends(_index)]


TallyDep = Annotated[Tally, Depends(_tally)]


RotationDep = Annotated[Rotation, Depends(_rotation)]


AuctionsDep = Annotated[InternalClient, Depends(_auctions)]


async def _commands(database: DatabaseDep, auctions: AuctionsDep) -> ListingCommands:
    return ListingCommands(database, auctions)


CommandsDep = Annotated[ListingCommands, Depends(_commands)]


HostDep = Annotated[str, Depends(_host)]


async def _filters(
    search: Annotated[str | None, Query(max_length=200, pattern=NO_NUL)] = None,
    category: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
    min_price: Annotated[Ringgit | None, Query(alias="minPrice")] = None,
    max_price: Annotated[Ringgit | None, Query(alias="maxPrice")] = None,
    brand: Annotated[list[Annotated[str, Query(max_length=100)]], Query(max_length=50)] = [],  # noqa: B006
    kind: Annotated[Kind | None, Query(alias="type")] = None,
    listing_type: Annotated[Kind | None, Query(alias="listingType")] = None,
    condition: Annotated[list[BoxCondition], Query(max_length=3)] = [],  # noqa: B006
    state: Annotated[list[State], Query(max_length=16)] = [],  # noqa: B006
    min_volume: Annotated[int | None, Query(alias="minVolume", ge=0, le=2**31 - 1)] = None,
    max_volume: Annotated[int | None, Query(alias="maxVolume", ge=0, le=2**31 - 1)] = None,
    min_fill: Annotated[int | None, Query(alias="minFill", ge=0, le=100)] = None,
    max_fill: Annotated[int | None, Query(alias="maxFill", ge=0, le=100)] = None,
    min_year: Annotated[int | None, Query(alias="minYear", ge=0, le=9999)] = None,
    max_year: Annotated[int | None, Query(alias="maxYear", ge=0, le=9999)] = None,
    verified: bool = False,
    live: bool = False,
    showcase: bool = False,
    seller_id: Annotated[int | None, Query(alias="sellerId", ge=1, le=2**63 - 1)] = None,
    status: Status = "active",
) -> Filters:
    return Filters(
        search=search or None,
        category=category,
        listing_type=listing_type or kind,
        brands=tuple(dict.fromkeys(map(words.plain, brand))),
        min_price=min_price,
        max_price=max_price,
        conditions=tuple(dict.fromkeys(condition)),
        states=tuple(dict.fromkeys(state)),
        min_volume=min_volume,
        max_volume=max_volume,
        min_fill=min_fill,
        max_fill=max_fill,
        min_year=min_year,
        max_year=max_year,
        verified=verified,
        live=live,
        showcase=showcase,
        seller_id=seller_id,
        status=status,
    )


FiltersDep = Annotated[Filters, Depends(_filters)]
