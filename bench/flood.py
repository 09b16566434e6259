"""Signs in at a fixed rate, in a separate process."""

import asyncio
import json
import sys
import time

import aiohttp


async def sign_ins(address: str, handle: dict[str, str], *, rate: float, seconds: float) -> dict[str, int]:
    """Every refusal must say when to retry."""
    outcomes = {"ok": 0, "refused": 0, "without_retry_after": 0}
    jar = aiohttp.CookieJar(unsafe=True)  # Also stores the device cookie of a bare address.

    async def one() -> None:
        async with http.post(address, json=handle) as answer:
            await answer.read()
            assert answer.status in {200, 503}, answer.status
            outcomes["ok" if answer.status == 200 else "refused"] += 1
            outcomes["without_retry_after"] += answer.status == 503 and "Retry-After" not in answer.headers

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), cookie_jar=jar) as http:
        await one()
        began, running = time.monotonic(), []
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, began + number / rate - time.monotonic()))
            running.append(asyncio.create_task(one()))
        await asyncio.gather(*running)
    return outcomes


if __name__ == "__main__":
    task = json.loads(sys.argv[1])
    clients = sign_ins(task["address"], task["handle"], rate=task["rate"], seconds=task["seconds"])
    print(json.dumps(asyncio.run(clients)))
