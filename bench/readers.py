"""Visitors who only read, with fixed concurrency or a fixed rate."""

import asyncio
import json
import random
import re
import sys
import time
from typing import Any

_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


async def read(task: dict[str, Any]) -> dict[str, float]:
    """Rate, and median and tail in milliseconds."""
    dice, waits = random.Random(task["seed"]), list[float]()
    addresses: list[str] = task["addresses"]
    weights = [1 / (place + 1) for place in range(len(addresses))] if task.get("zipf") else None
    host, port = task["base"].removeprefix("http://").split(":")
    idle = list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]()

    async def one() -> None:
        address = dice.choices(addresses, weights)[0] if weights else dice.choice(addresses)
        began = time.perf_counter()
        line = idle.pop() if idle else await asyncio.open_connection(host, int(port))
        await _get(*line, host, address, f"10.{dice.randrange(256)}.{dice.randrange(256)}.7")
        waits.append((time.perf_counter() - began) * 1000)
        idle.append(line)

    began = time.perf_counter()
    await (_open(one, task["rate"], task["seconds"]) if task.get("rate") else _closed(one, task))
    took = time.perf_counter() - began
    for _, writer in idle:
        writer.close()
    waits.sort()
    return {
        "rps": len(waits) / took,
        "p50_ms": waits[len(waits) // 2],
        "p99_ms": waits[int(len(waits) * 0.99)],
    }


async def _get(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str, address: str, network: str
) -> None:
    """A minimal client, because both sides share the machine."""
    writer.write(
        f"GET {address} HTTP/1.1\r\nHost: {host}\r\nAccept: application/json\r\nAccept-Encoding: gzip\r\n"
        f"X-Forwarded-For: {network}\r\n\r\n".encode()
    )
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200"), (head[:40], address)
    await reader.readexactly(int(_LENGTH.search(head)[1]))  # type: ignore[index]


async def _closed(one: Any, task: dict[str, Any]) -> None:
    until = time.perf_counter() + task["seconds"]

    async def reader() -> None:
        while time.perf_counter() < until:
            await one()

    await asyncio.gather(*(reader() for _ in range(task["readers"])))


async def _open(one: Any, rate: float, seconds: float) -> None:
    began, running = time.perf_counter(), []
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
        running.append(asyncio.create_task(one()))
    await asyncio.gather(*running)


if __name__ == "__main__":
    print(json.dumps(asyncio.run(read(json.loads(sys.stdin.read())))))
