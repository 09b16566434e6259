from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent

from libs.kit.errors import NotSignedIn, RateLimited, Unavailable
from libs.kit.http.access import CurrentUser, is_revoked
from libs.kit.http.error_responses import refusals
from services.admin.audit.rules import PUBLIC_KINDS, PublicKind, Wishes
from services.admin.audit.stream import Tail

router = APIRouter(prefix="/api/events", tags=["admin"])
Place = Annotated[str | None, Query(pattern=r"^[0-9]{1,18}$")]
LastPlace = Annotated[str | None, Header(alias="Last-Event-ID", pattern=r"^[0-9]{1,18}$")]
Number = Annotated[int | None, Query(ge=1, le=2**63 - 1)]


async def _place(user: CurrentUser, request: Request) -> AsyncIterator[Tail]:
    """Takes a place for the stream. A dependency, so that an error is sent before the response starts."""
    tail: Tail = request.app.state.tail
    async with tail.place_for(user.user_id):
        yield tail


@router.get(
    "/stream", response_class=EventSourceResponse, responses=refusals(NotSignedIn, RateLimited, Unavailable)
)
async def stream(
    tail: Annotated[Tail, Depends(_place)],
    user: CurrentUser,
    request: Request,
    kinds: Annotated[list[PublicKind] | None, Query(alias="type", max_length=len(PUBLIC_KINDS))] = None,
    auction_id: Annotated[Number, Query(alias="auctionId")] = None,
    product_id: Annotated[Number, Query(alias="productId")] = None,
    after: Place = None,
    last_event_id: LastPlace = None,
) -> AsyncIterator[ServerSentEvent]:
    """Follow auctions and listings as server-sent events, from now on or after a position (`Last-Event-ID` or
    `after`). A stream ends after nine minutes, or within seconds after its token is revoked. A `gap` event
    means that older events can no longer be replayed."""
    place = last_event_id or after
    revoked = partial(is_revoked, request.app, user)
    wishes = Wishes(frozenset(kinds or ()), auction_id, product_id)
    async for event in tail.follow(None if place is None else int(place), wishes, revoked):
        yield event
