"""Fills the demo shop with the same API calls as a browser."""

import asyncio
import json
import os
import random
import time
import uuid
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import aiohttp
import asyncpg

from deploy.demo.pictures import hang
from deploy.demo.shop import (
    ADMIN,
    ARCHIVED,
    BUYERS,
    DRIVEN_UP,
    SELLERS,
    SOLD,
    STAFF,
    Offer,
    Seller,
    Stage,
    offers,
)
from libs.kit.media.pictures import PictureStore

T = TypeVar("T")
HERE = Path(__file__).parent
PASSWORD = "Wangi-demo-1"  # noqa: S105 - the published password of the demo accounts
SEARCHES = ({"search": "oud", "maxPrice": 600}, {"category": 2})
# Tokens are valid for ten minutes and are renewed earlier.
DAYS, TOKEN_SECONDS = 30, 400
# How long to wait until an event reaches another service, or until a busy service accepts a request.
PATIENCE_SECONDS, PAUSE_SECONDS = 300.0, 0.25
BUSY = (429, 502, 503, 504)


class DemoError(Exception):
    """The demo data cannot be completed."""


async def with_shop(work: Callable[["Shop"], Awaitable[None]]) -> None:
    urls = {name: os.environ[f"{name.upper()}_DATABASE_URL"] for name in ("auth", "catalog")}
    auth, catalog = [await asyncpg.connect(url) for url in urls.values()]
    try:
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=20)) as http:
            await work(Shop(http, auth, catalog))
    finally:
        await auth.close()
        await catalog.close()


class Shop:
    def __init__(
        self, http: aiohttp.ClientSession, auth: asyncpg.Connection, catalog: asyncpg.Connection
    ) -> None:
        self._http, self._auth, self._catalog = http, auth, catalog
        names = ("auth", "catalog", "auction", "messaging", "boost", "admin")
        self._urls = {name: os.environ[f"{name.upper()}_URL"] for name in names}
        self._tokens: dict[str, str] = {}
        self._since: dict[str, float] = {}
        # The database connection can run only one query at a time.
        self._hanging = asyncio.Lock()
        self.ids: dict[str, int] = {}

    async def open(self) -> list[dict[str, Any]]:
        """Creates accounts, shops, listings and favourites. Returns an empty list if they already exist."""
        people = [(s.username, s.first_name, s.last_name) for s in SELLERS] + [
            *BUYERS,
            *(one for _, one in STAFF),
        ]
        await asyncio.gather(*(self.account(*person) for person in people))
        await self.let_in()
        await asyncio.gather(*(self.sign_in(name) for name, _, _ in people))
        if await self.is_filled():
            return []
        await asyncio.gather(*(self._open_shop(seller) for seller in SELLERS))
        products = [await self.list_one(offer) for offer in offers()]
        await self._keep_an_eye(products)
        await self._make_history(products)
        await self._look_for(products)
        return products

    async def empty(self) -> None:
        """Removes every listing as staff, so that every service follows, then marks the listings as
        deleted."""
        await self.sign_in(ADMIN[0])
        names = [seller.username for seller in (*SELLERS, DRIVEN_UP)]
        rows = await self._auth.fetch("SELECT id FROM users WHERE username = ANY($1)", names)
        sellers = [row["id"] for row in rows]
        query = "SELECT id FROM products WHERE seller_id = ANY($1) AND status <> 'removed' ORDER BY id"
        for row in await self._catalog.fetch(query, sellers):
            await self.call(
                "catalog", f"/api/admin/products/{row['id']}/remove", {"reason": "Demo data"}, ADMIN[0]
            )
        await self._catalog.execute(
            "UPDATE products SET removed_reason = 'deleted' WHERE seller_id = ANY($1) AND status = 'removed'",
            sellers,
        )
        await self._catalog.execute("DELETE FROM drafts WHERE seller_id = ANY($1)", sellers)
        from deploy.demo.large import clear_large

        await clear_large(self._catalog)

    async def stay_signed_in(self, name: str) -> None:
        """Signs in, or signs in again before the token expires."""
        if name not in self.ids or time.monotonic() - self._since[name] > TOKEN_SECONDS:
            await self.sign_in(name)

    async def running_auctions(self) -> list[int]:
        query = (
            "SELECT a.auction_id FROM auction_replicas a JOIN products p ON p.id = a.product_id "
            "WHERE p.seller_id = ANY($1) AND p.status = 'active' AND a.ends_at > now() ORDER BY a.ends_at LIMIT 20"
        )
        sellers = [self.ids[seller.username] for seller in SELLERS]
        return [row["auction_id"] for row in await self._catalog.fetch(query, sellers)]

    async def get_as_guest(self, service: str, path: str) -> dict[str, Any]:
        async with self._http.get(self._urls[service] + path) as response:
            body: dict[str, Any] = await response.json()
            return body

    async def account(self, name: str, first: str, last: str) -> None:
        form = {"username": name, "email": f"{name}@wangi.example", "password": PASSWORD}
        await self.post("auth", "/api/v1/auth/register", form | {"firstName": first, "lastName": last})

    async def let_in(self) -> None:
        """Gives roles to the demo's staff and verifies email addresses, because the API cannot do this."""
        for role, (name, _, _) in STAFF:
            await self._auth.execute(
                "UPDATE users SET is_admin = $2 = 'admin', staff_role = nullif($2, 'admin') WHERE username = $1",
                name, role,
            )  # fmt: skip
        waiting = await self._auth.fetch(
            "SELECT id FROM users WHERE email LIKE 'demo\\_%@wangi.example' AND NOT email_verified ORDER BY id"
        )
        for row in waiting:
            # One row at a time, to avoid a deadlock with auth.
            await self._auth.execute("UPDATE users SET email_verified = true WHERE id = $1", row["id"])

    async def has_account(self, name: str) -> bool:
        return bool(await self._auth.fetchval("SELECT count(*) FROM users WHERE username = $1", name))

    async def sign_in(self, name: str) -> None:
        """Signs in and replaces the stored token."""
        body = await self.call(
            "auth", "/api/v1/auth/login", {"username": name, "password": PASSWORD}, status=200
        )
        self._tokens[name], self.ids[name] = body["token"], body["user"]["id"]
        self._since[name] = time.monotonic()

    async def is_filled(self) -> bool:
        async with self._http.get(
            f"{self._urls['catalog']}/api/sellers/{self.ids['demo_seller']}/products"
        ) as shown:
            return bool((await shown.json())["products"])

    async def _open_shop(self, seller: Seller) -> None:
        headers = {"Authorization": f"Bearer {self._tokens[seller.username]}"}
        about = {"shopName": seller.shop, "location": f"{seller.place}, {seller.state}", "bio": seller.bio}
        user = f"{self._urls['auth']}/api/user"
        async with self._http.patch(
            f"{user}/{self.ids[seller.username]}", json=about, headers=headers
        ) as changed:
            changed.raise_for_status()
        face = aiohttp.FormData()
        face.add_field("image", (HERE / "faces" / f"{seller.face}.webp").read_bytes(), filename="face.webp")
        async with self._http.post(f"{user}/avatar", data=face, headers=headers) as hung:
            hung.raise_for_status()

    async def list_one(self, offer: Offer) -> dict[str, Any]:
        seller, store = offer.seller.username, PictureStore(os.environ["MEDIA_DIR"])
        async with self._hanging:
            images = [await hang(self._catalog, store, self.ids[seller], photo) for photo in offer.photos]
        product: dict[str, Any] = await self.call(
            "catalog", "/api/products", offer.listed(datetime.now(UTC)) | {"images": images}, seller
        )
        if offer.stage and offer.stage.bids:
            await self._bid(product["auction"], offer.stage)
        if offer.number in SOLD:
            await self.call("catalog", f"/api/products/{product['id']}/sold", {}, seller, status=200)
        if offer.number in ARCHIVED:
            await self.call("catalog", f"/api/products/{product['id']}/archive", {}, seller, status=200)
        return product

    async def _bid(self, auction: dict[str, Any], stage: Stage) -> None:
        """Reads the auction first. This opens it even if the event of its listing has not arrived."""
        path = f"/api/auctions/{auction['id']}"
        async with self._http.get(self._urls["auction"] + path) as response:
            shown = await response.json()
        for turn in range(stage.bids):
            bid = {"amount": shown["minimumBid"] + turn % 3 * 5}
            if stage.most and turn == stage.bids - 1:
                bid["maxAmount"] = round(stage.most * shown["startingPrice"])
            shown = (await self.call("auction", f"{path}/bids", bid, BUYERS[turn % 2][0]))["auction"]

    async def _keep_an_eye(self, products: list[dict[str, Any]]) -> None:
        dice, people = random.Random(7), [name for name, _, _ in BUYERS] + [s.username for s in SELLERS]
        for product in products:
            watching = dice.sample(people, k=dice.choice((0, 1, 1, 2, 4)))
            own, path = product["sellerId"], f"/api/favorites/{product['id']}"
            kept = (self.post("catalog", path, {}, name) for name in watching if self.ids[name] != own)
            await asyncio.gather(*kept)

    async def _make_history(self, products: list[dict[str, Any]]) -> None:
        """Writes a month of views to the database, because the API cannot do this."""
        dice, today = random.Random(11), datetime.now(UTC).date()
        days, ids = list[tuple[int, Any, int]](), [product["id"] for product in products]
        for number in ids:
            liking = dice.uniform(0.4, 6)
            days += [
                (number, today - timedelta(days=day), int(dice.expovariate(1 / liking)))
                for day in range(DAYS)
            ]
        kept = [row for row in days if row[2]]
        await self._catalog.executemany(
            "INSERT INTO product_days (product_id, day, views) VALUES ($1, $2, $3) ON CONFLICT (product_id, day) "
            "DO UPDATE SET views = product_days.views + excluded.views",
            kept,
        )
        await self._catalog.execute(
            "INSERT INTO product_counts (product_id, views) SELECT product_id, sum(views) FROM product_days "
            "WHERE product_id = ANY($1) GROUP BY product_id "
            "ON CONFLICT (product_id) DO UPDATE SET views = excluded.views",
            ids,
        )

    async def _look_for(self, products: list[dict[str, Any]]) -> None:
        for search in SEARCHES:
            await self.post(
                "catalog", "/api/favorites/searches", {"wanted": search, "byMail": True}, BUYERS[0][0]
            )
        unfinished = {"name": products[0]["name"], "brand": products[0]["brand"], "volume": 50}
        await self.post("catalog", "/api/seller/drafts", {"form": unfinished}, SELLERS[0].username)

    async def call(
        self, service: str, path: str, body: dict[str, Any], who: str | None = None, *,
        status: int = 201, method: str = "POST",
    ) -> Any:  # fmt: skip
        """Raises DemoError unless the response has this status or is a 200."""
        got, answer = await self.post(service, path, body, who, method=method)
        if got not in (status, 200):
            raise DemoError(f"{method} {path} answered {got}: {json.dumps(answer)[:500]}")
        return answer

    async def post_until_known(
        self, service: str, path: str, form: dict[str, Any] | None, who: str | None = None, *,
        method: str = "POST", proof: str = "",
    ) -> Any:  # fmt: skip
        """Repeats a request after a 404, because the event about its subject may not have arrived."""

        async def attempt() -> tuple[int, Any] | None:
            status, answer = await self.post(service, path, form, who, method=method, proof=proof)
            return None if status == 404 else (status, answer)

        status, answer = await self.poll(attempt, f"{service} to know the subject of {path}")
        if status not in (200, 201):
            raise DemoError(f"{method} {path} answered {status}: {str(answer)[:300]}")
        return answer

    async def poll(self, attempt: Callable[[], Awaitable[T | None]], awaited: str) -> T:
        """Repeats until `attempt` returns a value other than None."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (result := await attempt()) is None:
            if time.monotonic() > deadline:
                raise DemoError(f"Gave up waiting for {awaited}")
            await asyncio.sleep(PAUSE_SECONDS)
        return result

    async def press(self, url: str, form: dict[str, str]) -> bool:
        """Posts a form without following its redirect. Returns True if the page exists."""
        async with self._http.post(url, data=form, allow_redirects=False) as answer:
            return answer.status < 400

    async def upload(self, service: str, path: str, photo: str, who: str) -> Any:
        form = aiohttp.FormData()
        content = (HERE / "photos" / f"{photo}-1024.webp").read_bytes()
        form.add_field("image", content, filename=f"{photo}.webp", content_type="image/webp")
        headers = {"Authorization": f"Bearer {self._tokens[who]}"}
        async with self._http.post(self._urls[service] + path, data=form, headers=headers) as response:
            answer = await response.json()
            if response.status != 201:
                raise DemoError(f"POST {path} answered {response.status}: {answer}")
            return answer

    async def post(
        self, service: str, path: str, body: dict[str, Any] | None, who: str | None = None, *,
        method: str = "POST", proof: str = "",
    ) -> tuple[int, Any]:  # fmt: skip
        """Repeats the request with the same Idempotency-Key while the service is busy. Returns status and
        body."""
        headers = {"Idempotency-Key": str(uuid.uuid4())} if method == "POST" else {}
        if who:
            headers |= {"Authorization": f"Bearer {self._tokens[who]}", "Wangi-Proof": proof}
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            async with self._http.request(
                method, self._urls[service] + path, json=body, headers=headers
            ) as response:
                if response.status not in BUSY or time.monotonic() > deadline:
                    return response.status, await response.json()
                pause = float(response.headers.get("Retry-After", PAUSE_SECONDS))
            await asyncio.sleep(pause)
