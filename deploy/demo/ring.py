"""Arranged bids of the demo. A seller's friend raises the price of several auctions, through the API. The
pair is flagged for review a few minutes later, when the auctions have ended."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

from deploy.demo.held_money import ProtectedPurchases
from deploy.demo.shop import BIDDERS, DRIVEN_UP, SHILL, Offer, Stage, offers
from deploy.demo.shop_client import Shop
from deploy.demo.talk import Talk

AUCTIONS, RAISES = 10, 3
# The friend's last bid comes early enough not to extend the auction.
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
        """Lets another bidder and the friend bid in turn. The friend bids the minimum. The other bidder
        places the last bid."""
        path, rival = f"/api/auctions/{auction['id']}", BIDDERS[turn % len(BIDDERS)][0]
        shown = await self._shop.get_as_guest("auction", path)
        for bid in range(2 * RAISES + 1):
            who, more = (rival, shown["bidIncrement"]) if bid % 2 == 0 else (SHILL[0], 0)
            form = {"amount": shown["minimumBid"] + more}
            shown = (await self._shop.post_until_known("auction", f"{path}/bids", form, who))["auction"]

    async def _buy(self, bottle: Offer) -> None:
        """Lets the friend buy a bottle from the seller. The payout is put on hold."""
        talk = Talk(self._shop)
        held = ProtectedPurchases(self._shop, talk)
        if await held.is_open():
            await held.trade(SHILL[0], bottle, "inspection")
