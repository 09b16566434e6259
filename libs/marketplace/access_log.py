"""Records staff access to private data before the data is sent."""

from collections import OrderedDict
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any, cast, get_args

from fastapi import Depends, Request

from libs.contracts.event import uuid7
from libs.contracts.events.staff import PrivateData, PrivateReadEvent, ReadFilter
from libs.kit.db.database import DatabaseDep
from libs.kit.events import outbox
from libs.kit.http.access import CurrentUser
from libs.kit.process import clock
from libs.marketplace.staff_changes import request_id

COUNTED_ONCE_WITHIN, MAX_REMEMBERED = timedelta(minutes=1), 1_000
_FILTERS = frozenset(get_args(ReadFilter))
AccessKey = tuple[int, str, str]
_OF_A_PERSON = ("personId", "sellerId", "person", "seller")


class _RecentAccess:
    """The accesses of the last minute, so that a polling page is recorded only once."""

    def __init__(self) -> None:
        self.known: OrderedDict[AccessKey, datetime] = OrderedDict()

    def is_known(self, access: AccessKey, now: datetime) -> bool:
        at = self.known.get(access)
        return at is not None and now - at < COUNTED_ONCE_WITHIN

    def remember(self, access: AccessKey, now: datetime) -> None:
        self.known[access] = now
        self.known.move_to_end(access)
        while len(self.known) > MAX_REMEMBERED:
            self.known.popitem(last=False)


class PrivateRead:
    """Records only successful requests."""

    def __init__(self, kind: type[PrivateReadEvent], what: PrivateData) -> None:
        self.kind, self.what, self.recent = kind, what, _RecentAccess()

    async def record_look(
        self, request: Request, user: CurrentUser, database: DatabaseDep
    ) -> AsyncIterator[None]:
        """Record the access after the route has run. If recording fails, the response is not sent."""
        yield
        access, now = (user.user_id, request.url.path, request.url.query), clock.about_now()
        if self.recent.is_known(access, now):
            return
        event = self.kind(
            read_id=uuid7(), by_admin_id=user.user_id, what=self.what, about_id=_about(request),
            filters=_filters(request), request_id=request_id(), read_at=now,
        )  # fmt: skip
        # A single round trip, because every staff page waits for it.
        async with database.statements() as session:
            await outbox.record(session, event, version=1)
        self.recent.remember(access, now)


def private_read(kind: type[PrivateReadEvent], what: PrivateData) -> Any:
    """Returns a dependency for the `dependencies` of a route."""
    return Depends(PrivateRead(kind, what).record_look, scope="function")


def _about(request: Request) -> int | None:
    """The first id in the path or in a filter about a person."""
    named = [*request.path_params.values(), *(request.query_params.get(name, "") for name in _OF_A_PERSON)]
    numbers = [int(value) for value in map(str, named) if value.isascii() and value.isdecimal()]
    return next((number for number in numbers if 0 < number < 2**63), None)


def _filters(request: Request) -> list[ReadFilter]:
    """Unknown filters are recorded as `other`."""
    names = {name if name in _FILTERS else "other" for name in request.query_params}
    return [cast("ReadFilter", name) for name in sorted(names)[:12]]
