"""Makers with keyword defaults: only the telling value is written in a test."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import text

from libs.contracts.events.catalog import PersonForgotten
from libs.kit.events import forgetting
from libs.kit.http.client import Answer
from libs.kit.testing import Service, signed_in
from services.catalog.service import reservations
from services.catalog.service.forgetting import next_piece

FARID = signed_in(71, "farid")
SAYS = "Bought at the counter in KLCC."


def a_listing(**told: Any) -> dict[str, Any]:
    usual = {"name": "Blanc Matin", "brand": "Verrane", "description": SAYS}
    return usual | {"categoryId": 1, "volume": 100, "price": 390} | told


def an_auction(**terms: Any) -> dict[str, Any]:
    ends = (datetime.now(UTC) + timedelta(days=7)).isoformat()
    return a_listing(listingType="auction", auction={"startingPrice": 100, "endsAt": ends} | terms)


async def forget_next(catalog: Service) -> bool:
    """One more piece of each erasure."""
    return await forgetting.go_on(catalog.database, next_piece, PersonForgotten)


async def finish_forgetting(catalog: Service) -> None:
    """Every erasure is done to its last piece."""
    while await forget_next(catalog):
        pass


async def listed(catalog: Service, seller: dict[str, str] = FARID, **told: Any) -> dict[str, Any]:
    """A bottle that is for sale."""
    body = told.pop("body", None) or a_listing(**told)
    answer = await catalog.http.post("/api/products", json=body, headers=seller)
    assert answer.status_code == 201, answer.text
    product: dict[str, Any] = answer.json()
    return product


async def ask_about_old_reservations(
    catalog: Service, meanwhile: Callable[[], Awaitable[None]] | None = None
) -> None:
    """Three minutes later catalog looks after what was reserved; something may happen while it asks."""
    async with catalog.database.transaction() as session:
        await session.execute(text("UPDATE reservations SET created_at = created_at - interval '3 minutes'"))
    asked: Any = Asked(catalog.app.state.calls["messaging"], meanwhile)
    while await reservations.look_after(catalog.database, asked) == reservations.AT_ONCE:
        pass  # reservations of other tests wait too


class Asked:
    """Messaging, and what happens between its answer and what catalog does then."""

    def __init__(self, messaging: Any, meanwhile: Callable[[], Awaitable[None]] | None) -> None:
        self._messaging, self._meanwhile = messaging, meanwhile

    async def get(self, path: str) -> Answer:
        """Read."""
        answer: Answer = await self._messaging.get(path)
        if self._meanwhile is not None:
            await self._meanwhile()
        return answer
