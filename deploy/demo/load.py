"""Loads the demo shop once, through the same calls a person's browser makes."""

import asyncio
import json
import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import asyncpg

HERE = Path(__file__).parent
PASSWORD = "Wangi-demo-1"  # noqa: S105 - the published password of the demo accounts
SELLERS = ("demo_seller", "demo_seller2", "demo_seller3")
BUYERS = ("demo_buyer", "demo_buyer2")
ACCOUNTS = {
    "demo_admin": ("Aisyah", "Rahman"),
    "demo_seller": ("Farid", "Hassan"),
    "demo_seller2": ("Mei Ling", "Tan"),
    "demo_seller3": ("Kavitha", "Raj"),
    "demo_buyer": ("Daniel", "Lim"),
    "demo_buyer2": ("Nurul", "Izzati"),
}
AUCTION_HOURS = {2: 3, 6: 20, 11: 30, 15: 52, 19: 75, 24: 120, 28: 150}
"""Which perfumes are auctions, and in how many hours each ends."""
BIDS = {2: 5, 6: 3, 11: 0, 15: 2, 19: 1, 24: 4, 28: 0}
"""How many bids each has at the start."""


def load() -> None:
    """Load into the services named in the environment."""
    if os.environ.get("ENVIRONMENT") == "production":
        raise SystemExit("Demo data and its published password never enter a production system.")
    asyncio.run(_Shop().fill())


class _Shop:
    """The calls that fill the shop."""

    def __init__(self) -> None:
        self._urls = {name: os.environ[f"{name.upper()}_URL"] for name in ("auth", "catalog", "auction")}
        self._tokens: dict[str, str] = {}

    async def fill(self) -> None:
        """Accounts, then listings, then bids; a shop that is there already is left alone."""
        _copy_photos(Path(os.environ["MEDIA_DIR"]))
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10)) as self._http:
            fresh = [await self._account(name, *names) for name, names in ACCOUNTS.items()]
            await _promote(os.environ["AUTH_DATABASE_URL"])
            await asyncio.gather(*(self._sign_in(name) for name in (*SELLERS, *BUYERS)))
            if any(fresh):
                await self._list_all()

    async def _account(self, name: str, first: str, last: str) -> bool:
        form = {"username": name, "email": f"{name}@wangi.example", "password": PASSWORD}
        status, _ = await self._post("auth", "/api/v1/auth/register", form | {"firstName": first, "lastName": last})
        return status == 201

    async def _sign_in(self, name: str) -> None:
        status, body = await self._post("auth", "/api/v1/auth/login", {"username": name, "password": PASSWORD})
        if status != 200:
            raise SystemExit(f"{name} cannot sign in: {body}")
        self._tokens[name] = body["token"]

    async def _list_all(self) -> None:
        perfumes = json.loads((HERE / "perfumes.json").read_text())
        for number, perfume in enumerate(perfumes):
            status, product = await self._post(
                "catalog", "/api/products", _listing(number, perfume), SELLERS[number % len(SELLERS)]
            )
            if status != 201:
                raise SystemExit(f"{perfume['name']} cannot be listed: {product}")
            if product["auction"]:
                await self._bid(product["auction"], BIDS[number])

    async def _bid(self, auction: dict[str, Any], times: int) -> None:
        """First a look at the auction, which is then open even if its event is still on the way."""
        path = f"/api/auctions/{auction['id']}"
        async with self._http.get(self._urls["auction"] + path) as response:
            shown = await response.json()
        for turn in range(times):
            amount = shown["minimumBid"] + turn * 5
            _, placed = await self._post("auction", f"{path}/bids", {"amount": amount}, BUYERS[turn % 2])
            shown = placed["auction"]

    async def _post(self, service: str, path: str, body: dict[str, Any], who: str | None = None) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {self._tokens[who]}"} if who else {}
        async with self._http.post(self._urls[service] + path, json=body, headers=headers) as response:
            return response.status, await response.json()


def _copy_photos(media: Path) -> None:
    media.mkdir(parents=True, exist_ok=True)
    for photo in (HERE / "photos").iterdir():
        if not (media / photo.name).exists():
            shutil.copyfile(photo, media / photo.name)


async def _promote(auth_url: str) -> None:
    """The demo's admin, and addresses that need no mail: the two things no call of a browser can do."""
    auth = await asyncpg.connect(auth_url)
    try:
        await auth.execute("UPDATE auth.users SET is_admin = true WHERE username = 'demo_admin'")
        await auth.execute("UPDATE auth.users SET email_verified = true WHERE email LIKE 'demo\\_%@wangi.example'")
    finally:
        await auth.close()


def _listing(number: int, perfume: dict[str, Any]) -> dict[str, Any]:
    price = perfume["priceRm"]
    form = {
        "name": perfume["name"],
        "brand": perfume["house"],
        "description": _description(perfume),
        "price": price,
        "imageUrl": perfume["photo"],
        "categoryId": perfume["categoryId"],
        "volume": perfume["volumeMl"],
        "remainingPercentage": perfume["remainingPercent"],
        "batchCode": perfume["batchCode"],
        "purchaseYear": perfume["purchaseYear"],
        "isNew": perfume["remainingPercent"] >= 95,
        "listingType": "negotiable" if number % 4 == 1 else "fixed",
    }
    return form | _auction(number, price) if number in AUCTION_HOURS else form


def _auction(number: int, worth: int) -> dict[str, Any]:
    start = max(10, worth // 2 // 5 * 5)
    ends = datetime.now(UTC) + timedelta(hours=AUCTION_HOURS[number], minutes=number * 7 % 60)
    terms: dict[str, Any] = {"startingPrice": start, "bidIncrement": 5, "endsAt": ends.isoformat()}
    if number % 2:
        terms |= {"reservePrice": start + 40, "buyNowPrice": worth + 60}
    return {"listingType": "auction", "auction": terms}


def _description(perfume: dict[str, Any]) -> str:
    notes = "; ".join(f"{part}: {', '.join(names).lower()}" for part, names in perfume["notes"].items())
    return f"{perfume['words']} {perfume['concentration']}. Notes, {notes}."
