"""Webhook deliveries to a local receiver by auth's job, beside a baseline that sends row by row."""

import asyncio
import json
import statistics
import sys
from typing import Any

import asyncpg
from aiohttp import web

from deploy.local.stack import start_stack
from libs.kit.security.safe import Safe
from services.auth.rekeying import webhook_purpose_of

ROUNDS, DELIVERIES, ENDPOINTS, BASELINE = 3, 10_000, 100, 1_000


SECRET = "a-root-secret-for-this-measurement-only"  # noqa: S105 - opens nothing


TARGETS = {"delivered_a_second": 1_000}


Figures = dict[str, Any]


_PEOPLE = """
INSERT INTO auth.users (username, username_key, username_look, email, email_key, first_name, last_name)
SELECT 'hook' || n, 'hook' || n, 'hook' || n, n || '@mail.example', n || '@mail.example', 'Siti', 'Aminah'
FROM generate_series(1, $1::int) AS n RETURNING id"""


_ENDPOINT = """
INSERT INTO auth.webhook_endpoints (user_id, name, url, events, secret, created_at)
VALUES ($1, 'bench', $2, ARRAY['bid.placed'], '', now()) RETURNING id"""


_BODY = json.dumps(
    {"type": "bid.placed", "timestamp": "2026-11-27T10:00:00Z", "data": {"auctionId": 1, "amount": 105}}
)


_DELIVERIES = """
INSERT INTO auth.webhook_deliveries (endpoint_id, message_id, event, body, next_at, created_at)
SELECT (CAST($1 AS bigint[]))[1 + n % cardinality(CAST($1 AS bigint[]))], 'msg_' || n, 'bid.placed', $2, now(), now()
FROM generate_series(1, $3::int) AS n"""


def run() -> Figures:
    with start_stack() as servers:
        owner = servers.admin_url.rsplit("/", 1)[0] + "/wangi"
        figures = asyncio.run(_measured(owner, servers.database_urls["auth"]))
    print(figures)
    return figures | {"targets": TARGETS}


async def _measured(owner_url: str, own_url: str) -> Figures:
    came: list[str] = []

    async def take(request: web.Request) -> web.Response:
        await request.read()
        came.append(request.headers["webhook-id"])
        return web.Response()

    app = web.Application()
    app.router.add_post("/", take)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    owner = await asyncpg.connect(owner_url)
    try:
        ids = await _endpoints(owner, f"http://127.0.0.1:{runner.addresses[0][1]}/")
        rounds: dict[str, list[float]] = {"ours": [], "baseline": []}
        for _ in range(ROUNDS):
            for way, most in (("ours", DELIVERIES), ("baseline", BASELINE)):
                await owner.execute("TRUNCATE auth.webhook_deliveries")
                await owner.execute(_DELIVERIES, ids, _BODY, most)
                await owner.execute("VACUUM ANALYZE auth.webhook_deliveries")
                came.clear()
                seconds = await _seconds_of(way, own_url, most)
                assert len(came) == len(set(came)) == most, (way, len(came))
                rounds[way].append(most / seconds)
    finally:
        await owner.close()
        await runner.cleanup()
    ours, baseline = (statistics.median(rounds[way]) for way in ("ours", "baseline"))
    return {
        "delivered_a_second": round(ours),
        "baseline_a_second": round(baseline),
        "ratio": round(ours / baseline, 1),
        "rounds": {way: [round(item) for item in found] for way, found in rounds.items()},
    }


async def _endpoints(owner: asyncpg.Connection, address: str) -> list[int]:
    safe, ids = Safe(SECRET), []
    for person in await owner.fetch(_PEOPLE, ENDPOINTS):
        endpoint_id = await owner.fetchval(_ENDPOINT, person["id"], address)
        sealed = safe.seal(bytes(32), webhook_purpose_of(endpoint_id))
        await owner.execute(
            "UPDATE auth.webhook_endpoints SET secret = $2 WHERE id = $1", endpoint_id, sealed
        )
        ids.append(endpoint_id)
    return ids


async def _seconds_of(way: str, url: str, most: int) -> float:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.webhooks_load"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    task = {"way": way, "url": url, "most": most, "secret": SECRET}
    answer, _ = await process.communicate(json.dumps(task).encode() + b"\n")
    seconds: float = json.loads(answer)
    return seconds
