import asyncio
import time
from collections.abc import Mapping

from deploy.local.children import ChildFailed
from deploy.local.ports import LOOPBACK

BETWEEN = 0.05
ONE_ANSWER = 2.0


async def until_ready(ports: Mapping[str, int], patience: float) -> None:
    deadline = time.monotonic() + patience
    waiting = dict(ports)
    while waiting:
        answers = await asyncio.gather(*(is_ready(port) for port in waiting.values()))
        waiting = {
            name: port for (name, port), answer in zip(waiting.items(), answers, strict=True) if not answer
        }
        if waiting and time.monotonic() > deadline:
            raise ChildFailed(f"Not ready after {patience:.0f} s: {', '.join(waiting)}. Their logs say why.")
        if waiting:
            await asyncio.sleep(BETWEEN)


async def is_ready(port: int) -> bool:
    try:
        async with asyncio.timeout(ONE_ANSWER):
            reader, writer = await asyncio.open_connection(LOOPBACK, port)
            writer.write(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            status = await reader.readline()
            writer.close()
            return b" 200 " in status
    except (OSError, TimeoutError):
        return False
