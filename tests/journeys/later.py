"""`python -m tests.journeys.later LOT`: expire the time to pay for a lot, in auction and in its deal."""

import asyncio
import os
import sys

import asyncpg

PAST = "UPDATE {table} SET pay_by = now() - interval '1 second' WHERE auction_id = $1 AND {waits}"


async def main(auction_id: int) -> None:
    await _expire("AUCTION", PAST.format(table="auction.sales", waits="paid IS NULL"), auction_id)
    waiting = "state IN ('offered', 'awaiting_payment')"
    await _expire("MESSAGING", PAST.format(table="messaging.deals", waits=waiting), auction_id)


async def _expire(service: str, statement: str, auction_id: int) -> None:
    connection = await asyncpg.connect(os.environ[f"{service}_DATABASE_URL"])
    try:
        assert await connection.execute(statement, auction_id) == "UPDATE 1"
    finally:
        await connection.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
