"""Payment callbacks at 200 a second, each acknowledged when durable. Then the time to process them."""

import asyncio
import json
import statistics
import sys
import time
from typing import Any
from urllib.parse import urlencode

import asyncpg

from bench.bids import all_is_quiet
from deploy.local.stack import start_stack
from services.boost.payments.providers import signatures
from services.boost.settings import STAND_IN

ROUNDS, CALLBACKS, A_SECOND = 3, 2_000, 200
FIRST_ID, AMOUNT = 7_000_000, 1_000
TARGETS = {"p99_ms": 50}
PATIENCE_SECONDS = 120
Figures = dict[str, Any]

# Every listing has an open order with a bill.
_PRODUCTS = (
    "INSERT INTO boost.product_replicas (product_id, seller_id, name, price, status) "
    "SELECT n, $1 + n % 200, 'Bottle', 5000, 'active' FROM generate_series($1::bigint, $1 + $2 - 1) AS n"
)
_ORDERS = """
WITH made AS (
    INSERT INTO boost.boost_orders (seller_id, package_id, package_name, package_type, item_count, duration_hours,
        product_ids, amount, uses_credit, status, created_at, expires_at)
    SELECT $1 + n % 200, 1, 'Standard 1', 'standard', 1, 72, ARRAY[n], $3, false, 'pending', now(),
        now() + interval '1 hour'
    FROM generate_series($1::bigint, $1 + $2 - 1) AS n RETURNING id, product_ids[1] AS number)
INSERT INTO boost.payments (order_id, amount, status, bill_id, url, created_at, opened_at)
SELECT id, $3, 'open', 'bench' || number, 'http://127.0.0.1/bills', now(), now() FROM made"""
_JUDGED = "SELECT count(*) FROM boost.payments WHERE bill_id LIKE 'bench%' AND status = 'paid'"


def run() -> Figures:
    """A round counts only if every callback was stored and every order is paid."""
    with start_stack() as servers, servers.platform(WANGI_DEMO="0") as ports:
        return asyncio.run(_measure(servers.admin_url.rsplit("/", 1)[0] + "/wangi", ports.url("gateway")))


async def _measure(database: str, address: str) -> Figures:
    owner = await asyncpg.connect(database)
    try:
        rounds = [await _round(owner, address, number) for number in range(ROUNDS)]
        assert await owner.fetchval("SELECT sum(amount) FROM boost.ledger_postings") == 0
    finally:
        await owner.close()
    cells = {name: round(statistics.median(item[name] for item in rounds), 1) for name in rounds[0]}
    print(cells)
    return cells | {"targets": TARGETS}


async def _round(owner: asyncpg.Connection, address: str, number: int) -> Figures:
    first = FIRST_ID + number * CALLBACKS
    for statement, more in ((_PRODUCTS, ()), (_ORDERS, (AMOUNT,))):
        await owner.execute(statement, first, CALLBACKS, *more)
    await all_is_quiet()
    paid_before = await owner.fetchval(_JUDGED)
    began = time.perf_counter()
    task = {
        "url": f"{address}/api/boost/callback",
        "bodies": [_callback(n) for n in range(first, first + CALLBACKS)],
        "a_second": A_SECOND,
    }
    cell = await _load(task)
    assert cell["kept"] == CALLBACKS, cell
    until = time.perf_counter() + PATIENCE_SECONDS
    while await owner.fetchval(_JUDGED) < paid_before + CALLBACKS:
        assert time.perf_counter() < until, "some were never judged"
        await asyncio.sleep(0.1)
    cell["judged_a_second"] = CALLBACKS / (time.perf_counter() - began)
    print(cell, file=sys.stderr, flush=True)
    return cell


def _callback(number: int) -> str:
    fields = {
        "id": f"bench{number}", "collection_id": STAND_IN["wangi_billplz_collection_id"], "paid": "true",
        "state": "paid", "amount": str(AMOUNT), "paid_amount": str(AMOUNT), "due_at": "2026-11-25",
        "email": "payments@wangi.example", "mobile": "", "name": "SELLER", "url": "http://127.0.0.1/bills",
        "paid_at": "2026-11-25 10:00:00 +0800",
    }  # fmt: skip
    key = STAND_IN["wangi_billplz_x_signature_key"]
    return urlencode(fields | {signatures.SIGNATURE: signatures.sign(key, fields.items())})


async def _load(task: Figures) -> Figures:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.callbacks_load"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    answer, _ = await process.communicate(json.dumps(task).encode() + b"\n")
    figures: Figures = json.loads(answer)
    return figures
