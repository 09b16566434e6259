"""A large catalogue for benchmarks, with seeded brands and names and shared pictures. Writes directly to
catalog's tables, without accounts or events, so nothing can be bought. `wangi demo clear` removes the
catalogue."""

import asyncio
import io
import os
import random
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import asyncpg

from libs.contracts.events.catalog import Concentration, State
from libs.kit.media.pictures import BLUR, PictureStore, name_of, redraw_own
from services.catalog.pictures.rules import SIZES, file_of
from services.catalog.search import words

FIRST_SELLER, SELLERS = 900_000_000, 400


# Far above the ids of real listings.
FIRST_PRODUCT = 10_000_000


BRANDS, BOTTLES, PART = 240, 24, 5_000


SOUNDS = [
    "ba",
    "be",
    "bi",
    "da",
    "de",
    "ka",
    "ke",
    "la",
    "le",
    "li",
    "lo",
    "ma",
    "me",
    "mi",
    "na",
    "ne",
    "no",
    "ra",
    "re",
    "ri",
    "ro",
    "sa",
    "se",
    "si",
    "so",
    "ta",
    "te",
    "ti",
    "va",
    "ve",
    "vi",
    "za",
]


THINGS = [
    "amber",
    "rose",
    "oud",
    "jasmine",
    "musk",
    "cedar",
    "fig",
    "tea",
    "salt",
    "smoke",
    "rain",
    "iris",
    "leather",
    "neroli",
    "pepper",
    "vanilla",
    "saffron",
    "lime",
]


MOODS = [
    "noir",
    "blanc",
    "vesper",
    "matin",
    "soir",
    "garden",
    "harbour",
    "orchard",
    "parlour",
    "lantern",
    "letter",
    "market",
    "monsoon",
    "velvet",
    "hour",
    "tide",
]


DESCRIPTIONS = (
    "Kept in a drawer, sprays well.", "Bought at the counter, box included.", "A gift, hardly worn.",
    "Dibeli di Kuala Lumpur, jarang dipakai.", "Small scuff at the base.", "Second owner, no leaks.",
)  # fmt: skip


COLUMNS = [
    "id",
    "seller_id",
    "name",
    "brand",
    "brand_key",
    "description",
    "notes",
    "concentration",
    "state",
    "price",
    "stock_quantity",
    "category_id",
    "is_new",
    "remaining_percent",
    "volume_ml",
    "batch_code",
    "purchase_year",
    "box_condition",
    "listing_type",
    "status",
    "version",
    "created_at",
    "updated_at",
    "popularity",
    "words",
    "title_words",
]


def load_large(size: int) -> None:
    asyncio.run(_load(size))


async def _load(size: int) -> None:
    catalog = await asyncpg.connect(os.environ["CATALOG_DATABASE_URL"])
    try:
        await catalog.execute("SET statement_timeout = 0")
        tokens = await _bottles(catalog, PictureStore(os.environ["MEDIA_DIR"]))
        await _sellers(catalog)
        dice = random.Random(size)
        brands = [_named(dice) for _ in range(BRANDS)]
        first = await catalog.fetchval("SELECT greatest(max(id) + 1, $1) FROM products", FIRST_PRODUCT)
        for start in range(0, size, PART):
            many = min(PART, size - start)
            ids = list(range(first + start, first + start + many))
            rows = [_listing(dice, brands, number, start + place) for place, number in enumerate(ids)]
            await catalog.copy_records_to_table("products", columns=COLUMNS, records=rows)
            images = [
                (number, f"/api/images/{token}", 0, token)
                for number in ids
                for token in [dice.choice(tokens)]
            ]
            named = ["product_id", "image_url", "image_order", "token"]
            await catalog.copy_records_to_table("product_images", columns=named, records=images)
        known = "SELECT DISTINCT word, word FROM products, unnest(title_words) AS word WHERE seller_id >= $1"
        await catalog.execute(f"INSERT INTO vocabulary {known} ON CONFLICT DO NOTHING", FIRST_SELLER)
        await catalog.execute("ANALYZE products")
    finally:
        await catalog.close()


async def clear_large(catalog: asyncpg.Connection) -> None:
    await catalog.execute("SET statement_timeout = 0")
    await catalog.execute(
        "UPDATE products SET status = 'removed', removed_reason = 'deleted', words = '{}', title_words = '{}' "
        "WHERE seller_id >= $1 AND status <> 'removed'",
        FIRST_SELLER,
    )


async def _sellers(catalog: asyncpg.Connection) -> None:
    dice = random.Random(1)
    rows = [(FIRST_SELLER + n, f"kedai_{_named(dice).lower()}_{n}", n % 5 == 0) for n in range(SELLERS)]
    await catalog.executemany(
        "INSERT INTO people (user_id, username, is_verified, stale) VALUES ($1, $2, $3, false) ON CONFLICT DO NOTHING",
        rows,
    )


async def _bottles(catalog: asyncpg.Connection, store: PictureStore) -> list[str]:
    dice, tokens = random.Random(2), list[str]()
    for _ in range(BOTTLES):
        drawn = await redraw_own(_drawing(dice), {str(size): size for size in SIZES} | {"blur": BLUR})
        token, whole = name_of(drawn, str(FIRST_SELLER)), drawn[str(SIZES[-1])]
        for size in map(str, SIZES):
            await store.put(file_of(token, size), drawn[size].content)
        await catalog.execute(
            "INSERT INTO pictures (token, seller_id, width, height, blur) VALUES ($1, $2, $3, $4, $5) "
            "ON CONFLICT DO NOTHING",
            *(token, FIRST_SELLER, whole.width, whole.height, drawn["blur"].data_uri),
        )
        tokens.append(token)
    return tokens


def _drawing(dice: random.Random) -> bytes:
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (800, 1000), (232, 234, 230))
    pen, wide, level = ImageDraw.Draw(picture), dice.randint(130, 230), dice.randint(320, 820)
    juice = tuple(dice.randint(60, 220) for _ in range(3))
    pen.rectangle((400 - wide // 3, 160, 400 + wide // 3, 260), fill=(40, 52, 48))
    pen.rounded_rectangle(
        (400 - wide, 280, 400 + wide, 880), 36, fill=(248, 249, 247), outline=(40, 52, 48), width=8
    )
    pen.rounded_rectangle((412 - wide, level, 388 + wide, 868), 24, fill=juice)
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _named(dice: random.Random) -> str:
    return "".join(dice.choices(SOUNDS, k=dice.choice((2, 3)))).capitalize()


def _listing(dice: random.Random, brands: list[str], number: int, age: int) -> tuple[Any, ...]:
    brand = brands[min(int(dice.expovariate(1 / 50)), len(brands) - 1)]
    name = f"{dice.choice(THINGS)} {dice.choice(MOODS)} {_named(dice)}".title()
    notes, description = ", ".join(dice.sample(THINGS, k=4)), " ".join(dice.sample(DESCRIPTIONS, k=2))
    kind, strength = dice.choice(("fixed", "fixed", "negotiable")), dice.choice(get_args(Concentration))
    listed = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=age * 97)
    title = words.words_of(name, brand)
    return (
        number, FIRST_SELLER + dice.randrange(SELLERS), name, brand, words.plain(brand), description, notes, strength,
        dice.choice(get_args(State)), dice.randint(30, 1200) * 100, 1, dice.randint(1, 4), dice.random() < 0.1,
        dice.randint(5, 100), dice.choice((30, 50, 75, 100, 125)), None, dice.randint(2005, 2026),
        dice.choice(("Good", "Damaged", "No Box")), kind, "active", 1, listed, listed, int(dice.expovariate(1 / 20)),
        words.words_of(name, brand, strength, notes, None, description), title,
    )  # fmt: skip
