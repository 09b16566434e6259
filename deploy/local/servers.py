"""PostgreSQL, Redis and Kafka: either started here, or taken from the environment."""

import asyncio
import os
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path

from deploy.local import kafka, postgres, redis
from deploy.local.children import Child, ChildFailed
from deploy.local.passwords import REDIS_OWNER, Passwords
from deploy.local.ports import LOOPBACK, Ports

Start = Callable[[], Coroutine[None, None, Child]]
Say = Callable[[str], None]
FIRST_WAIT, LONGEST_WAIT = 0.2, 5.0


@dataclass
class Servers:
    admin_url: str
    redis_url: str
    kafka_bootstrap: str
    children: dict[str, Child] = field(default_factory=dict)
    starts: dict[str, Start] = field(default_factory=dict)

    async def stop(self) -> None:
        """Stops the servers that were started here."""
        await asyncio.gather(*(child.stop() for child in self.children.values()))

    async def keep(self, say: Say, changed: Callable[[], None]) -> None:
        """Restarts servers that die. Runs until cancelled."""
        await asyncio.gather(*(self._keep_one(name, say, changed) for name in self.children))

    async def _keep_one(self, name: str, say: Say, changed: Callable[[], None]) -> None:
        wait = FIRST_WAIT
        while True:
            code = await self.children[name].ended()
            say(
                f"{name} died ({code}); starting it again in {wait:.1f} s. Its log: {self.children[name].log}"
            )
            await asyncio.sleep(wait)
            try:
                self.children[name] = await self.starts[name]()
                wait = FIRST_WAIT
                changed()
                say(f"{name} is back.")
            except ChildFailed as failure:
                wait = min(LONGEST_WAIT, wait * 2)
                say(str(failure))


async def start_servers(
    state: Path, ports: Ports, *, borrow: bool = True, is_durable: bool = True
) -> Servers:
    """Starts PostgreSQL, Redis and Kafka on this state folder. With `borrow`, servers that the environment
    names are used instead. Without `is_durable`, PostgreSQL does not wait for the disk."""
    named = os.environ if borrow else {}
    passwords = Passwords.of(state)
    starts: dict[str, Start] = {}
    if not named.get("DATABASE_URL"):
        starts["postgres"] = lambda: postgres.start(
            state, ports.postgres, passwords.owner, is_durable=is_durable
        )
    if not named.get("REDIS_URL"):
        starts["redis"] = lambda: redis.start(state, ports.redis, passwords.redis)
    if not named.get("KAFKA_BOOTSTRAP_SERVERS"):
        starts["kafka"] = lambda: kafka.start(state, ports.kafka, ports.kafka_controller)
    return Servers(
        admin_url=named.get("DATABASE_URL") or postgres.admin_url(ports.postgres, passwords.owner),
        redis_url=named.get("REDIS_URL")
        or redis.address(ports.redis, REDIS_OWNER, passwords.redis[REDIS_OWNER]),
        kafka_bootstrap=named.get("KAFKA_BOOTSTRAP_SERVERS") or f"{LOOPBACK}:{ports.kafka}",
        children=await start_all(starts),
        starts=starts,
    )


async def start_all(starts: dict[str, Start]) -> dict[str, Child]:
    """If a server cannot start, stops the others before raising the error."""
    outcomes = await asyncio.gather(*(start() for start in starts.values()), return_exceptions=True)
    children = {
        name: outcome for name, outcome in zip(starts, outcomes, strict=True) if isinstance(outcome, Child)
    }
    failures = [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
    if failures:
        await asyncio.gather(*(child.stop() for child in children.values()))
        raise failures[0]
    return children
