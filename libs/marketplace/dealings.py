"""Staff may not act on people with whom they have open dealings. The services that own the dealings are asked
before the transaction, so that no lock waits for them."""

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Annotated

import structlog
from fastapi import Depends, Request

from libs.kit.errors import Unavailable
from libs.kit.http.client import InternalClient
from libs.kit.http.schemas import Out
from libs.marketplace.errors import ConflictOfInterest

log = structlog.get_logger(__name__)

OWNERS = ("auction", "messaging", "boost")
Calls = Mapping[str, InternalClient]


async def _calls(request: Request) -> Calls:
    calls: Calls = request.app.state.calls
    return calls


CallsDep = Annotated[Calls, Depends(_calls)]


class DealingsOut(Out):
    are_open: bool


async def refuse_dealings(calls: Calls, staff_id: int, person_id: int) -> None:
    """A service that does not respond does not stop the act, because a ban must not wait for it."""
    if staff_id == person_id:  # The act itself is refused, with its own message.
        return
    path = f"/internal/users/{staff_id}/dealings/{person_id}"
    if any(await asyncio.gather(*(_are_open(calls[name], path) for name in OWNERS))):
        raise ConflictOfInterest


async def _are_open(owner: InternalClient, path: str) -> bool:
    with contextlib.suppress(Unavailable):
        answer = await owner.get(path)
        if answer.status == 200:
            return bool(answer.body["areOpen"])
    log.warning("dealings_unknown", path=path)
    return False


async def refuse_bidder(auction: InternalClient, auction_id: int | None, staff_id: int) -> None:
    """A bidder may get the bottle if its sale is cancelled. `auction_id` is None for other sales."""
    if auction_id is None:
        return
    answer = await auction.get(f"/internal/auctions/{auction_id}/bidders/{staff_id}")
    if answer.status != 200:
        raise Unavailable
    if answer.body["isBidder"]:
        raise ConflictOfInterest
