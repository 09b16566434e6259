"""Fills staff's queues: about a dozen cases of each kind, beside what the demo shop holds from its start.

Reports of listings, messages, reviews and people, appeals against what staff took down, hid and did to
accounts, and disputes come to a dozen each; strikes and payments that do not fit are there before. Of risk
there is one of each kind: a ring (`ring.py`), an account taken over, two who buy from each other, and
accounts that share an address and a browser. A dozen of those would be a dozen crimes in a shop of thirty
people, and moderation would learn nothing from the second.

All is done by the calls of people and staff. It goes on after the shop is open, so that a visitor does not
wait for it. Only that some cases are days old, no call can do; the reports in them stay as new as they
are."""

import asyncio

from deploy.demo.boosts import open_database
from deploy.demo.queue_deals import Deals
from deploy.demo.queue_reports import Reports
from deploy.demo.queue_risk import Risk
from deploy.demo.queue_words import MEMBERS
from deploy.demo.shop import BIDDERS, BUYERS, SELLERS, STAFF
from deploy.demo.shop_client import Shop

# Every second case that waits is older by its turn: up to six days, which is over every time to decide.
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
    """The calls of people whom staff hears of, and of staff."""

    def __init__(self, shop: Shop) -> None:
        self._shop = shop

    async def fill(self) -> bool:
        """Bring each queue to about a dozen cases, once; return whether that was done now."""
        if await self._shop.has_account(MEMBERS[0].username):
            return False
        for one in MEMBERS:
            await self._shop.account(one.username, one.first_name, one.last_name)
        await self._shop.let_in()
        trading = (*(one.username for one in (*MEMBERS, *SELLERS)), *(one[0] for one in (*BUYERS, *BIDDERS)))
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
