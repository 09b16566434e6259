"""The catalogue with 10,000 and 100,000 listings, beside a tuned baseline with the same rows."""

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import asyncpg
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from bench import catalog_boosts
from bench.baseline.catalogue import TUNED
from bench.gateway import _free_port
from deploy.demo.large import BRANDS, MOODS, SOUNDS, THINGS, load_large
from deploy.local.ports import Ports
from deploy.local.stack import Stack, start_stack

SMALL, LARGE = 10_000, 100_000
ROUNDS, SECONDS, READERS, WISHES = 5, 4.0, 16, 600
RATE, RATE_SECONDS = 200, 10.0
TARGETS = {
    "list_vs_baseline": 10.0,
    "open_loop_p99_ms": 25.0,
    "growth": 3.0,
    "product_vs_baseline": 5.0,
    "suggest_ms": 50.0,
    "own_list_rps": 1500.0,
    "own_list_tail": 3.0,
    # Beside the same lists without boosts.
    "boosted_whole": 0.9,
    "boosted_category": 0.9,
    "boosted_full": 0.9,
}


def run() -> dict[str, Any]:
    with start_stack() as servers, _platform(servers) as ports:
        _speak_to(servers, ports)
        with _baseline(servers) as baseline:
            load_large(SMALL)
            _copy(servers)
            small = _measured(ports, baseline, rounds=2)
            load_large(LARGE - SMALL)
            _copy(servers)
            large = _measured(ports, baseline, rounds=ROUNDS)
            large |= _alone(ports, baseline)
            large |= _boosted(servers, ports)
    return _report(small, large)


def _speak_to(servers: Stack, ports: Ports) -> None:
    os.environ["CATALOG_DATABASE_URL"] = servers.parts["catalog"]["DATABASE_URL"]
    os.environ["MEDIA_DIR"] = servers.parts["catalog"]["MEDIA_DIR"]


def _platform(servers: Stack) -> Any:
    """Each reader has another network, so that rate limits do not count."""
    return servers.platform(WANGI_DEMO="0", WANGI_RELAXED_LIMITS="1", TRUSTED_PROXY_HOPS="1")


@contextmanager
def _baseline(servers: Stack) -> Iterator[str]:
    port, url = _free_port(), servers.admin_url.rsplit("/", 1)[0] + "/postgres"
    command = [sys.executable, "-m", "uvicorn", "bench.baseline.catalogue:app", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--no-access-log", "--log-level", "warning"], env=os.environ | {"DATABASE_URL": url}
    )
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def _copy(servers: Stack) -> None:
    asyncio.run(_copied(servers))


_ROWS = (
    "FROM catalog.products p JOIN catalog.people u ON u.user_id = p.seller_id "
    "JOIN catalog.product_images i ON i.product_id = p.id AND i.image_order = 0"
)


async def _copied(servers: Stack) -> None:
    from bench.baseline.catalogue import BookProduct

    base = servers.admin_url.rsplit("/", 1)[0]
    ours, baseline = await asyncpg.connect(f"{base}/wangi"), await asyncpg.connect(f"{base}/postgres")
    columns = list(BookProduct.model_fields)
    sources = {"seller_name": "u.username", "image_url": "i.image_url"}
    named = ", ".join(sources.get(column, f"p.{column}") for column in columns)
    rows = await ours.fetch(f"SELECT {named} {_ROWS}")
    await baseline.execute("DROP TABLE IF EXISTS bookproduct")
    made = CreateTable(BookProduct.__table__).compile(dialect=postgresql.dialect())  # type: ignore[attr-defined, no-untyped-call]
    await baseline.execute(str(made))
    await baseline.copy_records_to_table("bookproduct", columns=columns, records=[tuple(row) for row in rows])
    for statement in TUNED:
        await baseline.execute(statement)
    # Vacuumed and analysed, so that autovacuum does not run beside the readers.
    for item in (ours, baseline):
        await item.execute("VACUUM ANALYZE")
    await ours.close()
    await baseline.close()


def _wishes(seed: int) -> list[str]:
    """Varied requests: categories, deep pages, brands with prices, words."""
    dice, wishes = random.Random(seed), list[str]()
    for _ in range(WISHES):
        kind = dice.choices(("category", "page", "price", "words", "common"), (30, 20, 20, 20, 10))[0]
        asked: dict[str, Any] = {"limit": 24, "sort": "newest"}
        if kind == "category":
            asked |= {"category": dice.randint(1, 4)}
        elif kind == "page":
            asked |= {"category": dice.randint(1, 4), "page": dice.randint(2, 40)}
        elif kind == "price":
            low = dice.randint(3, 60) * 10
            asked |= {"minPrice": low, "maxPrice": low + dice.randint(5, 40) * 10, "sort": "low"}
        elif kind == "words":
            asked |= {"search": f"{dice.choice(THINGS)} {dice.choice(MOODS)}"}
        else:
            asked |= {"search": dice.choice(THINGS), "category": dice.randint(1, 4)}
        wishes.append("?" + urlencode(asked, doseq=True))
    return wishes


def _read(base: str, addresses: list[str], **options: Any) -> dict[str, float]:
    order = {
        "base": base,
        "addresses": addresses,
        "seconds": SECONDS,
        "readers": READERS,
        "seed": time.time_ns(),
    } | options
    command = [sys.executable, "-m", "bench.readers"]
    done = subprocess.run(command, input=json.dumps(order).encode(), stdout=subprocess.PIPE, check=True)
    result: dict[str, float] = json.loads(done.stdout)
    return result


def _measured(ports: Ports, baseline: str, *, rounds: int) -> dict[str, Any]:
    """Both must return the same results."""
    wishes = _wishes(1)
    _taken_in(ports.base_url, baseline)
    _same_answers(ports.base_url, baseline, [wish for wish in wishes if "search" not in wish][:60])
    ids = _ids(ports.base_url)
    cells: dict[str, list[dict[str, float]]] = {
        name: [] for name in ("list", "baseline list", "product", "baseline product")
    }
    _read(ports.base_url, [f"/api/products{wish}" for wish in wishes])
    for turn in range(rounds):
        sides = [
            ("list", ports.base_url, [f"/api/products{wish}" for wish in wishes], {}),
            ("baseline list", baseline, [f"/products{wish}" for wish in wishes], {}),
            ("product", ports.base_url, [f"/api/products/{item_id}" for item_id in ids], {"zipf": True}),
            ("baseline product", baseline, [f"/products/{item_id}" for item_id in ids], {"zipf": True}),
        ]
        for name, base, addresses, more in sides if turn % 2 == 0 else sides[::-1]:
            cells[name].append(_read(base, addresses, **more))
    return {name: _median(measured) for name, measured in cells.items()}


def _alone(ports: Ports, baseline: str) -> dict[str, Any]:
    addresses = [f"/api/products{wish}" for wish in _wishes(2)]
    _read(ports.base_url, addresses)
    steady = [_read(ports.base_url, addresses, rate=RATE, seconds=RATE_SECONDS) for _ in range(3)]
    # Past the gateway, because it caches responses to guests.
    pages = [f"/api/products?category=2&limit=24&page={page}" for page in range(1, 9)]
    own = [_read(ports.url("catalog"), pages, readers=32) for _ in range(1 + ROUNDS)][1:]
    begun = [f"/api/products/suggest?q={sound}{second}" for sound in SOUNDS[:20] for second in "abeiou"]
    facets = [f"/api/products/facets{wish}" for wish in _wishes(3)[:200]]
    return {
        "steady": _median(steady),
        "own list": _median(own),
        "suggest": _read(ports.base_url, begun, readers=1),
        "facets": _read(ports.base_url, facets, readers=1),
    }


def _boosted(servers: Stack, ports: Ports) -> dict[str, Any]:
    """Lists with and without boosted listings."""
    database, catalog = servers.admin_url.rsplit("/", 1)[0] + "/wangi", ports.url("catalog")
    cells = catalog_boosts.measured(
        database, catalog, _read, lambda address: int(_answer(address)[0]), rounds=ROUNDS
    )
    return {name: _median(measured) for name, measured in cells.items()}


def _taken_in(ours: str, baseline: str) -> None:
    """Wait until the inserted rows are indexed."""
    for _ in range(60):
        try:
            if _answer(f"{ours}/api/products")[0] == _answer(f"{baseline}/products")[0]:
                return
        except urllib.error.HTTPError:
            pass
        time.sleep(2)
    raise AssertionError("The catalogue did not take in what was loaded.")


def _same_answers(ours: str, baseline: str, wishes: list[str]) -> None:
    for wish in wishes:
        mine, theirs = _answer(f"{ours}/api/products{wish}"), _answer(f"{baseline}/products{wish}")
        assert mine == theirs, wish


def _answer(address: str) -> tuple[str, list[int]]:
    with urllib.request.urlopen(address) as answer:
        return answer.headers["X-Total-Count"], [row["id"] for row in json.loads(answer.read())]


def _ids(base: str) -> list[int]:
    return [
        number
        for page in range(1, 11)
        for number in _answer(f"{base}/api/products?sort=popular&page={page}")[1]
    ]


def _median(measured: list[dict[str, float]]) -> dict[str, float]:
    return {name: round(statistics.median(item[name] for item in measured), 2) for name in measured[0]}


def _report(small: dict[str, Any], large: dict[str, Any]) -> dict[str, Any]:
    ratios = {
        "list_vs_baseline": large["list"]["rps"] / large["baseline list"]["rps"],
        "open_loop_p99_ms": large["steady"]["p99_ms"],
        "growth": small["list"]["rps"] / large["list"]["rps"],
        "product_vs_baseline": large["product"]["rps"] / large["baseline product"]["rps"],
        "suggest_ms": large["suggest"]["p99_ms"],
        "own_list_rps": large["own list"]["rps"],
        "own_list_tail": large["own list"]["p99_ms"] / large["own list"]["p50_ms"],
    }
    ratios |= {
        name: large[boosted]["rps"] / large[without]["rps"]
        for name, (boosted, without) in catalog_boosts.RATIOS.items()
    }
    rounded = {name: round(value, 2) for name, value in ratios.items()}
    for name, value in rounded.items():
        print(f"{name:24} {value:>10}   target {TARGETS[name]}")
    for size, cells in ((SMALL, small), (LARGE, large)):
        for name, cell in cells.items():
            print(f"{size:>7} {name:14} " + "  ".join(f"{what} {figure}" for what, figure in cell.items()))
    return {"targets": TARGETS, "ratios": rounded, "houses": BRANDS, str(SMALL): small, str(LARGE): large}
