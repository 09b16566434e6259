"""Strikes of the demo: winners who did not pay, and their appeals. Created through the API, except for the
end of the payment window."""

import os
from dataclasses import replace
from datetime import timedelta
from typing import Any

from deploy.demo.boosts import open_database
from deploy.demo.closing import end_auctions
from deploy.demo.shop import MODERATOR, SELLERS, Stage, offers
from deploy.demo.shop_client import Shop

LATE_PAYERS = (
    ("demo_late1", "Iqbal", "Zainal"), ("demo_late2", "Priya", "Menon"), ("demo_late3", "Chong", "Wai"),
    ("demo_late4", "Aminah", "Salleh"),
)  # fmt: skip
# Staff reviews the third strike without an appeal.
STRIKES_OF_EACH = 3
LONG_AGO = timedelta(days=3)
APPEALS = (
    "I paid on the evening of the same day; the receipt of my bank shows it.",
    "The seller asked for another price than the one I won at.",
    "I was in hospital and wrote to the seller about it.",
    "The seller told me that the bottle had leaked and to forget about it.",
)
_COUNT = "SELECT count(*) FROM {table} WHERE auction_id = ANY($1)"
_EXPIRE = "UPDATE {table} SET pay_by = pay_by - $2::interval WHERE auction_id = ANY($1)"


class Strikes:
    def __init__(self, shop: Shop) -> None:
        self._shop = shop

    async def fill(self) -> None:
        """Creates a dozen strikes. Four are third strikes, four are appealed and one is assigned."""
        for person in LATE_PAYERS:
            await self._shop.account(*person)
        await self._shop.let_in()
        for name, _, _ in LATE_PAYERS:
            await self._shop.stay_signed_in(name)
        bottles = [
            replace(offer, number=-1)
            for offer in offers()
            if offer.stage is None and offer.seller in SELLERS[1:4]
        ]
        wanted = len(LATE_PAYERS) * STRIKES_OF_EACH
        auctions = [(bottle.seller.username, await self._list(bottle)) for bottle in bottles[:wanted]]
        for place, (_, auction) in enumerate(auctions):
            await self._bid(auction, LATE_PAYERS[place % len(LATE_PAYERS)][0])
        await self._let_time_pass([auction for _, auction in auctions])
        for seller, auction in auctions:
            form = {"sale": 1, "paid": False}
            await self._shop.post_until_known("messaging", f"/api/auctions/{auction}/settle", form, seller)
        for (name, _, _), words in zip(LATE_PAYERS, APPEALS, strict=True):
            await self._appeal(name, words)

    async def _list(self, bottle: Any) -> int:
        listed = await self._shop.list_one(replace(bottle, stage=Stage(timedelta(hours=1))))
        return int(listed["auction"]["id"])

    async def _bid(self, auction: int, name: str) -> None:
        shown = await self._shop.get_as_guest("auction", f"/api/auctions/{auction}")
        form = {"amount": shown["minimumBid"]}
        await self._shop.post_until_known("auction", f"/api/auctions/{auction}/bids", form, name)

    async def _let_time_pass(self, auctions: list[int]) -> None:
        await end_auctions(os.environ["AUCTION_DATABASE_URL"], auctions)
        await self._expire("auction", "sales", auctions)
        await self._expire("messaging", "deals", auctions)

    async def _expire(self, service: str, table: str, auctions: list[int]) -> None:
        """Waits for the rows of the auctions and moves their payment deadline into the past."""
        async with open_database(service) as database:

            async def all_exist() -> bool | None:
                count = await database.fetchval(_COUNT.format(table=table), auctions)
                return count == len(auctions) or None

            await self._shop.poll(all_exist, f"{table} of the auctions")
            await database.execute(_EXPIRE.format(table=table), auctions, LONG_AGO)

    async def _appeal(self, name: str, words: str) -> None:
        """Waits for the case of a person's first strike and appeals it."""
        staff, path = MODERATOR[0], f"/api/admin/auctions/strikes/{self._shop.ids[name]}"
        _, shown = await self._shop.post("auction", path, None, staff, method="GET")
        strike = shown["strikes"][0]["id"]
        path = f"/api/cases/strikes/{strike}"
        case = await self._shop.post_until_known("admin", path, None, name, method="GET")
        await self._shop.post_until_known("admin", f"/api/cases/{case['id']}/appeal", {"words": words}, name)
