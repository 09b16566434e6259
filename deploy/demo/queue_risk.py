"""Risk cases of the demo: a takeover, mutual purchases and linked accounts."""

import asyncio
import os
from dataclasses import replace
from typing import Any

import aiohttp

from deploy.demo.held_money import ProtectedPurchases
from deploy.demo.queue_client import FIRST, rows
from deploy.demo.queue_words import LURE, MEMBERS
from deploy.demo.shop import BIDDERS, BUYERS, DRIVEN_UP, SELLERS, Offer, Seller, offers
from deploy.demo.shop_client import PASSWORD, Shop
from deploy.demo.strikes import LATE_PAYERS
from deploy.demo.talk import Talk

TAKEN = Seller("demo_taken", "Hanis", "Rosli", "", "Shah Alam", "Selangor", "", "")
TWINS = (
    Seller("demo_twin1", "Haziq", "Aiman", "", "Melaka", "Melaka", "", ""),
    Seller("demo_twin2", "Sofea", "Aiman", "", "Melaka", "Melaka", "", ""),
)
# The attacker signs in from a public network and sets a new password.
ELSEWHERE = {"X-Forwarded-For": "9.9.9.77"}
NEW_PASSWORD = "bukan-milik-saya-9"  # noqa: S105 - of an account of the demo that is not signed in to
# The number of mutual purchases, and the number of listings that the attacker publishes at once.
PURCHASES, OFFERED = 3, 9
# As many people as a new account may write to in a day.
WRITTEN_TO = (
    *(item.username for item in (*SELLERS, DRIVEN_UP)),
    *(name for name, _, _ in (*BUYERS, *BIDDERS, *LATE_PAYERS)),
)
ADDRESS = "No. 7, Jalan Bukit Bintang 12/3, 55100 Kuala Lumpur"
# The first member is banned and returns with the account of the seventh.
BANNED, AGAIN = MEMBERS[0].username, MEMBERS[6].username


class Risk:
    def __init__(self, shop: Shop) -> None:
        self._shop, self._talk = shop, Talk(shop)

    async def fill(self) -> None:
        for item in (TAKEN, *TWINS):
            await self._shop.account(item.username, item.first_name, item.last_name)
        await self._shop.let_in()
        for name in (*(item.username for item in (TAKEN, *TWINS)), *WRITTEN_TO):
            await self._shop.stay_signed_in(name)
        await self._come_again()
        await asyncio.gather(self._take_over(), self._buy_from_each_other())
        await self._claim("deals")

    async def _come_again(self) -> None:
        """Signs in two members with the same browser and gives them the same delivery address."""
        await self._sign_in_elsewhere(BANNED, AGAIN)
        for name in (BANNED, AGAIN):
            path = f"/api/user/{self._shop.ids[name]}"
            await self._shop.call("auth", path, {"address": ADDRESS}, name, method="PATCH")

    async def _sign_in_elsewhere(self, *names: str) -> None:
        """Signs in people one after another in a new browser."""
        jar = aiohttp.CookieJar(unsafe=True)
        async with aiohttp.ClientSession(os.environ["AUTH_URL"], cookie_jar=jar) as browser:
            for name in names:
                form = {"username": name, "password": PASSWORD}
                async with browser.post("/api/v1/auth/login", json=form, headers=ELSEWHERE) as answer:
                    answer.raise_for_status()

    async def _take_over(self) -> None:
        """Acts as an attacker from a new browser: sets a bank account, lists bottles at half price, writes to
        everybody and changes the password."""
        name = TAKEN.username
        await self._sign_in_elsewhere(name)
        await ProtectedPurchases(self._shop, self._talk).set_payout_account(TAKEN)
        bottles = [
            replace(offer, number=-1, seller=TAKEN, photos=offer.photos[:1])
            for offer in offers()
            if offer.stage is None
        ]
        for bottle in bottles[:OFFERED]:
            await self._shop.list_one(
                replace(bottle, form=bottle.form | {"price": bottle.form["price"] // 2})
            )
        for other in WRITTEN_TO:
            await self._talk.write(name, other, LURE)
            await self._talk.read(other, self._shop.ids[name])
        form = {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD}
        await self._shop.call("auth", "/api/user/change-password", form, name)

    async def _buy_from_each_other(self) -> None:
        first, second = TWINS
        bottles = [
            replace(offer, number=-1, photos=offer.photos[:1]) for offer in offers() if offer.stage is None
        ]
        for turn in range(PURCHASES):
            await self._praise(first.username, replace(bottles[turn], seller=second))
            await self._praise(second.username, replace(bottles[-turn - 1], seller=first))

    async def _praise(self, buyer: str, bottle: Offer) -> None:
        seller, deal = await self._talk.purchase(buyer, bottle)
        await self._talk.deliver(buyer, seller, deal)
        await self._talk.review(buyer, seller, deal, rating=5, comment="Terbaik! Penjual paling jujur.")
        await self._talk.thank(seller, deal)

    async def _claim(self, kind: str) -> None:
        """Waits for a case of this kind and assigns it."""

        async def find_pair() -> Any:
            pairs = await rows(self._shop, "admin", "/api/admin/risk?state=open", "pairs")
            return next((pair for pair in pairs if pair["kind"] == kind), None)

        one = await self._shop.poll(find_pair, f"a {kind} case")
        await self._shop.post_until_known("admin", f"/api/admin/risk/{one['id']}/claim", {}, FIRST)
