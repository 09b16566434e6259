"""`python -m tests.journeys.later LOT`: expire the time to pay for a lot."""

import asyncio
import os
import sys

import asyncpg

OVER = "UPDATE auction.sales SET pay_by = now() - interval '1 second' WHERE auction_id = $1 AND paid IS NULL"


async def main(auction_id: int) -> None:
    connection = await asyncpg.connect(os.environ["AUCTION_DATABASE_URL"])
    try:
        assert await connection.execute(OVER, auction_id) == "UPDATE 1"
    finally:
        await connection.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
