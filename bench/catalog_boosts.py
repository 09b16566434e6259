"""Compares lists with and without boosted listings."""

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import asyncpg

FEW, FEW_PREMIUM = 250, 50
MANY, FULL = 500, 2
# All lists differ, so that caches hardly help.
LISTS = 20_000
READ = {
    "none": ("whole", "category", "full"),
    "few": ("whole", "category"),
    "many": ("full",),
}
RATIOS = {
    "boosted_whole": ("whole, few", "whole, none"),
    "boosted_category": ("category, few", "category, none"),
    "boosted_full": ("full, many", "full, none"),
}
Cell = dict[str, float]
Reader = Callable[..., Cell]

_NONE = """
    UPDATE catalog.products SET featured_at = NULL, featured_until = NULL, premium_until = NULL
    WHERE featured_until IS NOT NULL"""
_SOME = """
    UPDATE catalog.products AS p SET featured_at = now(), featured_until = now() + interval '1 day',
        premium_until = CASE WHEN c.place <= $2 THEN now() + interval '1 day' END
    FROM (SELECT id, row_number() OVER (ORDER BY md5(id::text)) AS place FROM catalog.products
        WHERE status = 'active' AND ($3::int IS NULL OR category_id = $3)) AS c
    WHERE c.id = p.id AND c.place <= $1"""
_BOOST_COUNTS: dict[str, tuple[int, int, int | None]] = {
    "none": (0, 0, None),
    "few": (FEW, FEW_PREMIUM, None),
    "many": (MANY, MANY, FULL),
}


def measured(
    database: str, catalog: str, read: Reader, total: Callable[[str], int], *, rounds: int
) -> dict[str, list[Cell]]:
    """Past the gateway, which would cache."""
    lists = {name: lists_of(name, seed) for seed, name in enumerate(READ["none"])}
    cells: dict[str, list[Cell]] = {f"{name}, {mix}": [] for mix, names in READ.items() for name in names}
    try:
        for turn in range(rounds):
            for mix in [*READ] if turn % 2 == 0 else [*READ][::-1]:
                boost(database, catalog, mix, total)
                for name in READ[mix]:
                    read(catalog, lists[name], seconds=1.0)  # Renders the cards of boosted listings again.
                    cells[f"{name}, {mix}"].append(read(catalog, lists[name]))
    finally:
        boost(database, catalog, "none", total)
    return cells


def lists_of(name: str, seed: int) -> list[str]:
    dice = random.Random(seed)
    return [f"/api/products?{urlencode(_query_params(name, dice))}" for _ in range(LISTS)]


def _query_params(name: str, dice: random.Random) -> dict[str, Any]:
    asked: dict[str, Any] = {"sort": "featured", "limit": 24, "minPrice": dice.randint(30, 400)}
    asked["page"] = dice.choices((1, 2, 3, dice.randint(4, 40)), (60, 20, 10, 10))[0]
    asked["maxPrice"] = dice.randint(600, 1_200)
    if name != "whole":
        asked["category"] = FULL if name == "full" else dice.randint(1, 4)
    return asked


def boost(database: str, catalog: str, mix: str, total: Callable[[str], int]) -> None:
    """Boost only these listings, and wait until lists show it."""
    asyncio.run(_write_boosts(database, mix))
    for _ in range(100):
        if total(f"{catalog}/api/products?status=featured") == _BOOST_COUNTS[mix][0]:
            return
        time.sleep(0.2)
    raise AssertionError("The catalogue did not take in what was boosted.")


async def _write_boosts(database: str, mix: str) -> None:
    connection = await asyncpg.connect(database)
    try:
        await connection.execute(_NONE)
        if mix != "none":
            await connection.execute(_SOME, *_BOOST_COUNTS[mix])
    finally:
        await connection.close()
