import itertools
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import text

from libs.contracts.events.catalog import PersonForgotten
from libs.kit.http.client import Answer
from libs.kit.http.picture_store import picture_store_of
from libs.kit.testing import Service, signed_in
from libs.marketplace import erasure
from services.catalog.pictures.jobs import discard_pictures
from services.catalog.privacy.service import next_piece
from services.catalog.reservations import service as reservation_service

FARID = signed_in(71, "farid")


SAYS = "Bought at the counter in KLCC."


def a_listing(**fields: Any) -> dict[str, Any]:
    usual = {"name": "Blanc Matin", "brand": "Verrane", "description": SAYS}
    return usual | {"categoryId": 1, "volume": 100, "price": 390} | fields


def an_auction(**terms: Any) -> dict[str, Any]:
    ends = (datetime.now(UTC) + timedelta(days=7)).isoformat()
    return a_listing(listingType="auction", auction={"startingPrice": 100, "endsAt": ends} | terms)


async def name_people(catalog: Service, names: dict[int, str]) -> None:
    known = text(
        "INSERT INTO people (user_id, username) VALUES (:id, :name) "
        "ON CONFLICT (user_id) DO UPDATE SET username = excluded.username"
    )
    async with catalog.database.transaction() as session:
        await session.execute(known, [{"id": one, "name": name} for one, name in names.items()])


async def forget_next(catalog: Service) -> bool:
    return await erasure.run_erasures(catalog.database, next_piece, PersonForgotten)


async def finish_forgetting(catalog: Service) -> None:
    while await forget_next(catalog):
        pass


async def listed(catalog: Service, seller: dict[str, str] = FARID, **fields: Any) -> dict[str, Any]:
    body = fields.pop("body", None) or a_listing(**fields)
    answer = await catalog.http.post("/api/products", json=body, headers=seller)
    assert answer.status_code == 201, answer.text
    product: dict[str, Any] = answer.json()
    return product


async def ask_about_old_reservations(
    catalog: Service, meanwhile: Callable[[], Awaitable[None]] | None = None
) -> None:
    """Calls `meanwhile` during the request."""
    async with catalog.database.transaction() as session:
        await session.execute(text("UPDATE reservations SET created_at = created_at - interval '3 minutes'"))
    asked: Any = AskedMessaging(catalog.app.state.calls["messaging"], meanwhile)
    while (
        await reservation_service.end_stale_reservations(catalog.database, asked)
        == reservation_service.AT_ONCE
    ):
        pass  # Skips reservations of other tests.


class AskedMessaging:
    def __init__(self, messaging: Any, meanwhile: Callable[[], Awaitable[None]] | None) -> None:
        self._messaging, self._meanwhile = messaging, meanwhile

    async def get(self, path: str) -> Answer:
        answer: Answer = await self._messaging.get(path)
        if self._meanwhile is not None:
            await self._meanwhile()
        return answer


async def listed_by(catalog: Service, seller: int, **fields: Any) -> Any:
    answer = await catalog.http.post("/api/products", json=a_listing(**fields), headers=signed_in(seller))
    assert answer.status_code == 201, answer.text
    return answer.json()


async def announced(catalog: Service, seller: int, product: int, token: str, **fields: Any) -> Any:
    body = {
        "productId": product,
        "imageUrl": token,
        "imageOrder": 0,
        "imageName": "front.jpg",
        "sellerId": seller,
    }
    return await catalog.http.post("/api/product-images", json=body | fields, headers=signed_in(seller))


async def at_work(catalog: Service) -> None:
    while await discard_pictures(catalog.database, picture_store_of(catalog.app)):
        pass


NAMES = {
    "a way up": "../../../../etc/cron.d/x.png",
    "a way up for windows": "..\\..\\windows\\x.png",
    "a drive": "C:\\boot.ini",
    "an absolute way": "/etc/passwd",
    "right to left": "\u202egnp.exe",
    "two endings": "bottle.php.png",
    "another ending": "bottle.svg",
    "no ending": "bottle",
    "nothing": ".png",
    "four thousand letters": "x" * 4000 + ".png",
    "a device": "CON.png",
    "markup": "<img src=x onerror=alert(1)>.png",
    "quotes": "a%22; filename=%22b.svg",
    "line breaks": "a%0d%0aContent-Type: text/html%0d%0a.png",
    "nul": "bottle.png%00.html",
    "a formula": "=cmd|'/c calc'!A1.png",
    "emoji": "🧴.png",
}


def peak() -> int:
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


_sellers = itertools.count(84_000)


AT = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def a_seller() -> tuple[int, dict[str, str]]:
    number = next(_sellers)
    return number, signed_in(number, f"seller{number}")
