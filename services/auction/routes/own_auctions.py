"""HTTP of a person's own auctions."""

from datetime import datetime
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query

from libs.kit.db.database import Database, DatabaseDep
from libs.kit.http.access import CurrentUser
from libs.kit.http.errors import InvalidInput, NotSignedIn, refusals
from libs.kit.http.paging import cursor_of, position_of
from libs.kit.process import clock
from services.auction.queries import auctions as auction_queries
from services.auction.queries import own_auctions as own_auction_queries
from services.auction.queries.own_auctions import OwnAuction, Position, Role, When
from services.auction.routes.dependencies import SettingsDep
from services.auction.schemas.own_auctions import MinePageOut, as_bidder, as_seller
from services.auction.service import departures

router = APIRouter(tags=["auction"])


@router.get("/api/auctions/mine", responses=refusals(NotSignedIn, InvalidInput))
async def mine(
    user: CurrentUser,
    database: DatabaseDep,
    settings: SettingsDep,
    role: Role = "bidding",
    when: When = "running",
    cursor: Annotated[str | None, Query(max_length=200)] = None,
    limit: Annotated[int, Query(ge=1, le=50)] = 20,
) -> MinePageOut:
    """Return a person's own auctions, as a bidder or as their seller: the running ones, or those that are
    over."""
    after = None if cursor is None else _position(cursor)
    read = partial(_read, database, user.user_id, role, when, after, limit + 1)
    now, epoch, found = await read()
    if when == "over" and await departures.clear_ended(database, [one.auction for one in found]):
        now, epoch, found = await read()
    line = as_bidder if role == "bidding" else as_seller
    shown = [line(one, user.user_id, now, epoch, start_counts=settings.start_counts) for one in found[:limit]]
    last = found[limit - 1].position(when) if len(found) > limit else None
    return MinePageOut(auctions=shown, next=None if last is None else cursor_of(last[0].isoformat(), last[1]))


async def _read(
    database: Database, user_id: int, role: Role, when: When, after: Position | None, limit: int
) -> tuple[datetime, int, list[OwnAuction]]:
    async with database.reading() as session:
        now, epoch = await clock.now(session), await auction_queries.live_epoch(session)
        return now, epoch, await own_auction_queries.page(session, user_id, role, when, now, after, limit)


def _position(cursor: str) -> Position:
    moment, auction_id = position_of(cursor, 2)
    try:
        at = datetime.fromisoformat(str(moment))
    except ValueError:
        raise InvalidInput.field("cursor", "This is not a cursor of ours.") from None
    if at.tzinfo is None or not isinstance(auction_id, int) or not 0 <= auction_id < 2**63:
        raise InvalidInput.field("cursor", "This is not a cursor of ours.")
    return at, auction_id
