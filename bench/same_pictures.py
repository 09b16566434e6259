"""Similar pictures among a million: the index of quarters beside a full scan."""

import asyncio
import random
import time
from typing import Any

import asyncpg
from sqlalchemy import text

from deploy.local.stack import start_stack
from libs.kit.db.database import Database
from services.catalog.pictures.queries import list_like
from services.catalog.pictures.rules import MAX_DIFFERENT

PICTURES, QUESTIONS, SCANS, SEED = 1_000_000, 300, 12, 19


OWNER, ASKING = 6_000_000, 6_000_001


TARGETS = {"find_p99_ms": 20, "times_as_fast_as_a_scan": 10}


Figures = dict[str, Any]


_FILL = """
INSERT INTO catalog.pictures (token, seller_id, width, height, look)
SELECT 'bench-' || place, $1::bigint, 800, 1000, look FROM unnest($2::bigint[]) WITH ORDINALITY AS t (look, place)"""


_PRODUCT = """
INSERT INTO catalog.products (seller_id, name, brand, description, price, stock_quantity, category_id, volume_ml,
    box_condition, listing_type, remaining_percent)
VALUES ($1::bigint, 'Bench', 'Bench', 'A bottle of the bench', 100, 1, 1, 100, 'Good', 'fixed', 100) RETURNING id"""


_SHOWN = """
INSERT INTO catalog.product_images (product_id, image_url, token)
SELECT $1::bigint, '/api/images/bench-' || place, 'bench-' || place FROM generate_series(1, $2::int) AS place"""


_SCAN = text("""
    SELECT token FROM pictures WHERE look IS NOT NULL AND seller_id <> :seller_id
        AND bit_count(CAST(look # :look AS bit(64))) <= :most""")


def a_copy(look: int, dice: random.Random) -> int:
    """The perceptual hash with a few bits changed."""
    for bit in dice.sample(range(63), dice.randint(0, MAX_DIFFERENT)):
        look ^= 1 << bit
    return look


async def fill(address: str, looks: list[int]) -> None:
    """Insert the pictures, the first thousand with a listing."""
    connection = await asyncpg.connect(address)
    try:
        await connection.execute(_FILL, OWNER, looks)
        product_id = await connection.fetchval(_PRODUCT, OWNER)
        await connection.execute(_SHOWN, product_id, QUESTIONS)
        await connection.execute("ANALYZE catalog.pictures")
        await connection.execute("ANALYZE catalog.product_images")
    finally:
        await connection.close()


async def ask(database: Database, looks: list[int]) -> Figures:
    dice, along, scans, found = random.Random(SEED + 1), list[float](), list[float](), 0
    async with database.transaction() as session, database.transaction() as scanning:
        for place in range(QUESTIONS):
            asked = a_copy(looks[place], dice)
            began = time.perf_counter()
            same = await list_like(session, asked, ASKING)
            along.append(time.perf_counter() - began)
            found += any(item.token == f"bench-{place + 1}" for item in same)
            if place % (QUESTIONS // SCANS) == 0:
                began = time.perf_counter()
                await scanning.execute(_SCAN, {"look": asked, "seller_id": ASKING, "most": MAX_DIFFERENT})
                scans.append(time.perf_counter() - began)
    along.sort(), scans.sort()
    middle, scan = along[len(along) // 2], scans[len(scans) // 2]
    return {
        "pictures": PICTURES,
        "questions": QUESTIONS,
        "found": found,
        "find_p50_ms": round(middle * 1000, 2),
        "find_p99_ms": round(along[int(len(along) * 0.99)] * 1000, 2),
        "scan_p50_ms": round(scan * 1000, 1),
        "times_as_fast_as_a_scan": round(scan / middle, 1),
    }


def run() -> Figures:
    dice = random.Random(SEED)
    looks = [dice.getrandbits(64) - 2**63 for _ in range(PICTURES)]
    with start_stack() as servers:
        asyncio.run(fill(servers.admin_url.rsplit("/", 1)[0] + "/wangi", looks))
        database = Database(servers.database_urls["catalog"], "catalog")
        figures = asyncio.run(_measure(database, looks))
    for name, value in figures.items():
        print(f"{name:24} {value}")
    return figures | {"targets": TARGETS}


async def _measure(database: Database, looks: list[int]) -> Figures:
    try:
        return await ask(database, looks)
    finally:
        await database.close()
