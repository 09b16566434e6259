import itertools
from typing import Any

from libs.contracts.events.admin import RiskCleared, RiskConfirmed, RiskFlagged
from libs.kit.process import clock
from services.boost.tests.till import Till
from services.boost.tests.trades import PRICE, Trade

_pairs = itertools.count(41_000)


class Moderation:
    """The buyer has bid on the seller's bottles."""

    def __init__(self, trade: Trade, *, is_other_way: bool = False) -> None:
        self.boost, self.pair_id, self.step = trade.boost, next(_pairs), 0
        two = (trade.seller, trade.buyer) if is_other_way else (trade.buyer, trade.seller)
        self.ids: dict[str, Any] = dict(zip(("bidder_id", "seller_id"), two, strict=True))

    def of_account(self, user_id: int) -> "Moderation":
        self.ids = {"bidder_id": user_id, "seller_id": user_id, "kind": "takeover"}
        return self

    async def _report(self, kind: Any, step: int | None, **more: Any) -> None:
        self.step = self.step + 1 if step is None else step
        event = kind(pair_id=self.pair_id, **self.ids, step=self.step, **more)
        for _ in range(2):
            await self.boost.deliver(event, version=self.step)

    async def flags(self, level: str = "hold", step: int | None = None) -> None:
        given = {"score_percent": 90, "level": level, "reasons": [], "flagged_at": clock.about_now()}
        await self._report(RiskFlagged, step, **given)

    async def clears(self, step: int | None = None) -> None:
        await self._report(RiskCleared, step, by_admin_id=61, decided_at=clock.about_now())

    async def confirms(self, step: int | None = None) -> None:
        await self._report(RiskConfirmed, step, by_admin_id=61, decided_at=clock.about_now())


async def a_parcel(till: Till, price: int = PRICE) -> Trade:
    trade = await Trade(till, price).opened()
    await trade.paid()
    await trade.shipped()
    return trade


async def holds_of(trade: Trade) -> list[str]:
    query = "SELECT state FROM payout_holds WHERE :id IN (bidder_id, seller_id)"
    return [row["state"] for row in await trade.boost.rows(query, id=trade.buyer)]
