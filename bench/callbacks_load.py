"""Sends callbacks at a fixed rate. A wait counts from the moment the callback was due."""

import asyncio
import json
import sys
import time
from typing import Any

import aiohttp

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
CONNECTIONS = 64


async def load(url: str, bodies: list[str], a_second: float) -> dict[str, Any]:
    """Does not wait for earlier responses."""
    waits: list[float] = []
    refused = 0
    connector = aiohttp.TCPConnector(limit=CONNECTIONS)
    async with aiohttp.ClientSession(connector=connector) as http:
        began = time.perf_counter() + 0.5

        async def post(number: int, body: str) -> None:
            nonlocal refused
            due = began + number / a_second
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            async with http.post(url, data=body, headers=FORM) as answer:
                await answer.read()
                refused += answer.status != 200
            waits.append((time.perf_counter() - due) * 1000)

        await asyncio.gather(*(post(number, body) for number, body in enumerate(bodies)))
    waits.sort()
    return {
        "kept": len(waits) - refused,
        "refused": refused,
        "p50_ms": waits[len(waits) // 2],
        "p99_ms": waits[len(waits) * 99 // 100],
        "longest_ms": waits[-1],
    }


if __name__ == "__main__":
    task = json.loads(sys.stdin.readline())
    print(json.dumps(asyncio.run(load(task["url"], task["bodies"], task["a_second"]))))
