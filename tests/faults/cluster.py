import asyncio
import os
import re
import signal
import sys
import time
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from deploy.local import places
from deploy.local.cluster import BROKERS
from deploy.local.pair import STANDBY, Pair
from deploy.local.passwords import Passwords
from deploy.local.ports import LOOPBACK, moved, several
from deploy.local.stack import free_offset, launched, throw_away
from deploy.local.wait import is_ready
from libs.kit.events.broker import open_admin
from libs.kit.tests.lab import until
from tests.faults.conftest import SHORT_EXTENSIONS
from tests.faults.platform import AUCTIONS, AWAY, Platform

SETTINGS = {"WANGI_CLUSTER": "1", "WANGI_DEMO": "0", "WANGI_RELAXED_LIMITS": "1"} | SHORT_EXTENSIONS
SERVERS = ("postgres", "kafka")


@dataclass(frozen=True)
class ClusterPlatform(Platform):
    several: dict[str, int]

    @property
    def brokers(self) -> str:
        return ",".join(f"{LOOPBACK}:{self.several[f'kafka_{number}']}" for number in BROKERS)

    @property
    def pair(self) -> Pair:
        return Pair(self.state, self.several, Passwords.of(self.state))

    async def leader(self) -> str:
        led = [partition["leader"] for partition in await self._partitions() if partition["leader"] > 0]
        return f"kafka_{max(set(led), key=led.count)}"

    async def fail_over(self, primary: str) -> float:
        """Returns the seconds until writes succeed."""
        began = time.monotonic()
        os.kill(self.pid_of(primary), signal.SIGKILL)
        command = [sys.executable, "-m", "deploy.local", "failover"]
        environment = os.environ | SETTINGS | {"WANGI_LOCAL": str(self.state)}
        asked = await asyncio.create_subprocess_exec(
            *command, env=environment, cwd=places.ROOT, stdout=PIPE, stderr=STDOUT
        )
        words, _ = await asked.communicate()
        assert asked.returncode == 0, words.decode()
        assert self.pair.primary != primary
        return time.monotonic() - began

    async def answers(self, part: str) -> bool:
        """Whether a broker or standby has caught up."""
        if not part.startswith(SERVERS):
            return await is_ready(self.several.get(part) or getattr(self.ports, part))
        try:
            return await (self._has_copies() if part.startswith("kafka") else self.is_in_step())
        except AWAY:
            return False

    async def is_in_step(self) -> bool:
        query = "SELECT 1 FROM pg_stat_replication WHERE application_name = $1 AND sync_state = 'sync'"
        return bool(await self.rows(query, STANDBY))

    async def until_whole(self) -> None:
        """Only one part may be missing after the next kill."""

        async def is_whole() -> bool:
            found = await asyncio.gather(*(self.answers(part) for part in ("kafka_1", self.pair.standby)))
            return all(found)

        await until(is_whole)

    async def sockets(self) -> dict[str, int]:
        return {name: await self._sockets_at(name) for name in ("gateway_1", "gateway_2")}

    async def _sockets_at(self, gateway: str) -> int:
        address = f"http://{LOOPBACK}:{self.several[f'{gateway}_metrics']}/metrics"
        try:
            async with aiohttp.ClientSession() as http, http.get(address) as answer:
                (found,) = re.findall(r"^gateway_sockets (\S+)$", await answer.text(), re.MULTILINE)
                return int(float(found))
        except (aiohttp.ClientError, OSError):
            return -1

    async def _has_copies(self) -> bool:
        return all(len(partition["isr"]) == len(BROKERS) for partition in await self._partitions())

    async def _partitions(self) -> list[dict[str, Any]]:
        async with open_admin(self.brokers) as admin:
            (described,) = await admin.describe_topics([AUCTIONS.name])
        partitions: list[dict[str, Any]] = described["partitions"]
        return partitions


@contextmanager
def cluster_of(folder: Path) -> Iterator[ClusterPlatform]:
    state, offset = folder / "state", free_offset()
    with launched(state, SETTINGS | {"WANGI_PORT_OFFSET": str(offset)}):
        yield ClusterPlatform(state, moved(offset), several(moved(offset), offset))
    throw_away(state)
