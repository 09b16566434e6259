"""Fills the queues of staff with about a dozen open cases of each kind. There is one risk case of each kind:
a bidding ring (`ring.py`), a takeover, mutual purchases and linked accounts. Cases are created through the
API. This happens after the shop is open, so that visitors need not wait. Only the age of some cases is set in
the database."""

import asyncio

from deploy.demo.boosts import open_database
from deploy.demo.queue_deals import Deals
from deploy.demo.queue_reports import Reports
from deploy.demo.queue_risk import Risk
from deploy.demo.queue_words import MEMBERS
from deploy.demo.shop import BIDDERS, BUYERS, SELLERS, STAFF
from deploy.demo.shop_client import Shop

# Makes every second open case up to six days older, so that some are past every deadline.
_AGE_CASES = (
    "UPDATE cases SET opened_at = opened_at - a.age, waits_since = waits_since - a.age FROM ("
    "SELECT id, interval '12 hours' * (row_number() OVER (PARTITION BY kind ORDER BY id)) AS age FROM cases "
    "WHERE state IN ('open', 'appealed', 'contested') AND id % 2 = 0 AND kind <> 'payment') AS a "
    "WHERE cases.id = a.id"
)
_AGE_DISPUTES = (
    "UPDATE protections SET disputed_at = disputed_at - a.age, evidence_until = evidence_until - a.age FROM ("
    "SELECT deal_id, interval '1 day' * row_number() OVER (ORDER BY deal_id) AS age FROM protections "
    "WHERE state = 'disputed') AS a WHERE protections.deal_id = a.deal_id"
)


class Queues:
    def __init__(self, shop: Shop) -> None:
        self._shop = shop

    async def fill(self) -> bool:
        """Returns True if the queues were filled, and False if they had been filled before."""
        if await self._shop.has_account(MEMBERS[0].username):
            return False
        for member in MEMBERS:
            await self._shop.account(member.username, member.first_name, member.last_name)
        await self._shop.let_in()
        trading = (
            *(item.username for item in (*MEMBERS, *SELLERS)),
            *(item[0] for item in (*BUYERS, *BIDDERS)),
        )
        for name in (*trading, *(one[0] for _, one in STAFF)):
            await self._shop.stay_signed_in(name)
        await asyncio.gather(Reports(self._shop).fill(), Deals(self._shop).fill())
        await Risk(self._shop).fill()
        await self._let_time_pass()
        return True

    async def _let_time_pass(self) -> None:
        async with open_database("admin") as database:
            await database.execute(_AGE_CASES)
        async with open_database("boost") as database:
            await database.execute(_AGE_DISPUTES)
