"""Two bidders that keep the demo shop active, so that visitors see prices rise, extensions and won auctions.
At least one demo auction ends within ten minutes. If there is none, a new auction is listed. The bidders
never pay far above a bottle's value, so that visitors can win."""

import asyncio
import contextlib
import os
import random
from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import asyncpg
import structlog

from deploy.demo.answering import Answering
from deploy.demo.queues import Queues
from deploy.demo.shop import BIDDERS, SELLERS, Stage, offers
from deploy.demo.shop_client import DemoError, Shop, with_shop

log = structlog.get_logger(__name__)

SOON = timedelta(minutes=10)
NEXT_ENDS = timedelta(minutes=8)
# A bid this close to the end extends the auction.
LATE = timedelta(minutes=2)
# More late bids would extend an auction up to its limit.
MAX_LATE_BIDS = 2
# The maximum price, as a multiple of the starting price.
WORTH = 2.5
PAUSES, LATE_PAUSES = (12.0, 40.0), (8.0, 20.0)
AWAY_SECONDS = 10.0


@dataclass(frozen=True)
class Sight:
    """An auction as a bidder sees it. Amounts are in RM."""

    id: int
    ends_at: datetime
    starting_price: float
    minimum_bid: float
    increment: float
    leader_id: int | None


def chosen(sights: list[Sight], late_bids: Counter[int], now: datetime, dice: random.Random) -> Sight | None:
    """Returns the auction to bid on, usually the next to end. Returns None if no auction is suitable."""
    worth_it = [
        sight
        for sight in sights
        if sight.minimum_bid <= sight.starting_price * WORTH
        and not (sight.ends_at - now < LATE and late_bids[sight.id] >= MAX_LATE_BIDS)
    ]
    if not worth_it:
        return None
    first = min(worth_it, key=lambda sight: sight.ends_at)
    return first if dice.random() < 0.7 else dice.choice(worth_it)


def offer(sight: Sight, dice: random.Random) -> dict[str, float]:
    """Returns the amount of the bid, sometimes with a maximum."""
    amount = sight.minimum_bid + dice.choice((0, 0, 1, 2)) * sight.increment
    if dice.random() < 0.15:
        return {"amount": amount, "maxAmount": amount + 3 * sight.increment}
    return {"amount": amount}


def run() -> None:
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_keep_alive())


async def _keep_alive() -> None:
    """Retries after any failure, with new connections."""
    while True:
        try:
            await with_shop(_live)
        except* (
            asyncpg.PostgresError,
            asyncpg.InterfaceError,
            aiohttp.ClientError,
            OSError,
            DemoError,
        ) as away:
            log.info("the demo's bidders wait", cause=repr(away))
        await asyncio.sleep(AWAY_SECONDS)


async def _live(shop: Shop) -> None:
    """Fills the queues of staff first, because responses of demo sellers would interfere."""
    if await Bots(shop).sign_in_all() and await Queues(shop).fill():
        log.info("staff's queues are full")
    await _bid_and_answer(shop)


async def _bid_and_answer(shop: Shop) -> None:
    """If one of the tasks fails, both restart."""
    messaging = await asyncpg.connect(os.environ["MESSAGING_DATABASE_URL"])
    try:
        async with asyncio.TaskGroup() as together:
            together.create_task(Bots(shop).live())
            together.create_task(Answering(shop, messaging).live())
    finally:
        await messaging.close()


class Bots:
    def __init__(self, shop: Shop, dice: random.Random | None = None) -> None:
        self._shop, self._dice = shop, dice or random.Random()
        self._late_bids: Counter[int] = Counter()
        self._bottles = [item for item in offers() if item.stage is None]
        self._sellers = [seller.username for seller in SELLERS]

    async def live(self) -> None:
        while True:
            pause = await self.turn()
            await asyncio.sleep(pause)

    async def turn(self) -> float:
        """Makes sure that an auction ends soon, then bids once. Returns the delay before the next turn in
        seconds."""
        shop, now = self._shop, datetime.now(UTC)
        if not await self.sign_in_all():
            return 30.0
        sights = await self._sights()
        if not any(sight.ends_at - now <= SOON for sight in sights):
            await self._bring_the_next()
            return 2.0
        sight = chosen(sights, self._late_bids, now, self._dice)
        if sight is not None:
            who = next(name for name, _, _ in BIDDERS if shop.ids[name] != sight.leader_id)
            status, _ = await shop.post(
                "auction", f"/api/auctions/{sight.id}/bids", offer(sight, self._dice), who
            )
            self._late_bids[sight.id] += status == 201 and sight.ends_at - now < LATE
        late = any(sight.ends_at - now < LATE for sight in sights)
        return self._dice.uniform(*(LATE_PAUSES if late else PAUSES))

    async def sign_in_all(self) -> bool:
        """Returns False if the demo shop was cleared."""
        for person in BIDDERS:
            if person[0] not in self._shop.ids:
                await self._shop.account(*person)
        await self._shop.let_in()
        for name in (*(name for name, _, _ in BIDDERS), *self._sellers):
            await self._shop.stay_signed_in(name)
        return await self._shop.is_filled()

    async def _sights(self) -> list[Sight]:
        found = []
        for auction_id in await self._shop.running_auctions():
            shown = await self._shop.get_as_guest("auction", f"/api/auctions/{auction_id}")
            if shown.get("status") == "active":
                found.append(_sight(shown))
        return found

    async def _bring_the_next(self) -> None:
        bottle, stage = self._dice.choice(self._bottles), Stage(NEXT_ENDS)
        if self._dice.random() < 0.3:
            stage = replace(stage, reserve=1.4)
        await self._shop.list_one(replace(bottle, stage=stage))


def _sight(shown: dict[str, Any]) -> Sight:
    return Sight(
        shown["id"],
        datetime.fromisoformat(shown["effectiveEndsAt"]),
        shown["startingPrice"],
        shown["minimumBid"],
        shown["bidIncrement"],
        shown["currentBidderId"],
    )
