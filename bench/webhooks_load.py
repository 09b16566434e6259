"""Delivers webhooks with auth's own job or a simple loop."""

import asyncio
import json
import sys
import time
from contextlib import nullcontext
from typing import Any

import asyncpg
import httpx2

from libs.kit.db.database import Database
from libs.kit.security.safe import Safe
from libs.kit.testing import until
from services.auth.webhooks.client import WebhookClient
from services.auth.webhooks.rules import signatures
from services.auth.webhooks.sending import WebhookSender

_WAITING = "SELECT count(*) FROM webhook_deliveries WHERE state = 'waiting'"


_NEXT = """
SELECT d.id, d.message_id, d.body, e.url
FROM webhook_deliveries AS d JOIN webhook_endpoints AS e ON e.id = d.endpoint_id
WHERE d.next_at <= now() ORDER BY d.next_at, d.id LIMIT 1 FOR UPDATE OF d SKIP LOCKED"""


_DONE = "UPDATE webhook_deliveries SET state = 'delivered', status_code = $2, next_at = NULL WHERE id = $1"


async def run_job(task: dict[str, Any], watcher: asyncpg.Connection) -> float:
    """Includes storing the responses."""
    database = Database(task["url"], "auth")
    client = WebhookClient(to_loopback=True)
    sender = WebhookSender(database, Safe(task["secret"]), client)
    await database.answers()
    began = time.perf_counter()
    job = asyncio.create_task(sender.run(nullcontext))
    await until(lambda: _nothing_waits(watcher))
    seconds = time.perf_counter() - began
    job.cancel()
    await asyncio.gather(job, return_exceptions=True)
    await client.close()
    await database.close()
    return seconds


async def _nothing_waits(watcher: asyncpg.Connection) -> bool:
    return not await watcher.fetchval(_WAITING)


async def baseline(task: dict[str, Any], connection: asyncpg.Connection) -> float:
    """One after another, over a kept connection."""
    began = time.perf_counter()
    async with httpx2.AsyncClient(timeout=10) as http:
        for _ in range(task["most"]):
            async with connection.transaction():
                row = await connection.fetchrow(_NEXT)
                now = int(time.time())
                signature = signatures([bytes(32)], row["message_id"], now, row["body"])
                headers = {
                    "content-type": "application/json",
                    "webhook-id": row["message_id"],
                    "webhook-timestamp": str(now),
                    "webhook-signature": signature,
                }
                answer = await http.post(row["url"], content=row["body"], headers=headers)
                await connection.execute(_DONE, row["id"], answer.status_code)
    return time.perf_counter() - began


async def main() -> None:
    task = json.loads(sys.stdin.readline())
    connection = await asyncpg.connect(task["url"], server_settings={"search_path": "auth"})
    way = run_job if task["way"] == "ours" else baseline
    print(json.dumps(await way(task, connection)))
    await connection.close()


if __name__ == "__main__":
    asyncio.run(main())
