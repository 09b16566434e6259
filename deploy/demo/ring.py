"""Arranged bids of the demo: a seller's friend raises the price of several auctions, through the API.
Moderation finds the pair some minutes later, when the auctions have ended."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

from deploy.demo.held_money import ProtectedPurchases
from deploy.demo.shop import BIDDERS, DRIVEN_UP, SHILL, Offer, Stage, offers
from deploy.demo.shop_client import Shop
from deploy.demo.talk import Talk

AUCTIONS, RAISES = 10, 3
# A bid this close to the end extends it. The friend's last one comes earlier.
ENDS = timedelta(minutes=2)


class Ring:
    def __init__(self, shop: Shop) -> None:
        self._shop = shop

    async def fill(self) -> None:
        people = ((DRIVEN_UP.username, DRIVEN_UP.first_name, DRIVEN_UP.last_name), SHILL, *BIDDERS)
        for person in people:
            await self._shop.account(*person)
        await self._shop.let_in()
        for name, _, _ in people:
            await self._shop.stay_signed_in(name)
        bottles = [replace(offer, number=-1, seller=DRIVEN_UP) for offer in offers() if offer.stage is None]
        listed = [
            await self._shop.list_one(replace(bottle, stage=Stage(ENDS))) for bottle in bottles[:AUCTIONS]
        ]
        await asyncio.gather(*(self._drive_up(one["auction"], turn) for turn, one in enumerate(listed)))
        await self._buy(bottles[AUCTIONS])

    async def _drive_up(self, auction: dict[str, Any], turn: int) -> None:
        """Answer each bid of other people with the minimum, and leave them the last one."""
        path, rival = f"/api/auctions/{auction['id']}", BIDDERS[turn % len(BIDDERS)][0]
        shown = await self._shop.get_as_guest("auction", path)
        for bid in range(2 * RAISES + 1):
            who, more = (rival, shown["bidIncrement"]) if bid % 2 == 0 else (SHILL[0], 0)
            form = {"amount": shown["minimumBid"] + more}
            shown = (await self._shop.post_until_known("auction", f"{path}/bids", form, who))["auction"]

    async def _buy(self, bottle: Offer) -> None:
        """Let the friend buy a bottle of the seller. Its payout is on hold."""
        talk = Talk(self._shop)
        held = ProtectedPurchases(self._shop, talk)
        if await held.is_open():
            await held.trade(SHILL[0], bottle, "inspection")
