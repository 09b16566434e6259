"""`make up CLUSTER=1`: three brokers, a primary with a standby, and two replicas of each service behind one
front server. All run on this machine (decision 0067)."""

import asyncio
import os
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from deploy.local import kafka, postgres, redis
from deploy.local.balancer import REPLICAS, Balancer
from deploy.local.children import Child, ChildFailed
from deploy.local.pair import NAMES, Pair
from deploy.local.passwords import REDIS_OWNER, Passwords
from deploy.local.ports import LOOPBACK, Ports, several
from deploy.local.running import Running
from deploy.local.servers import Servers, Start, start_all
from libs.contracts.services import SERVICES

BROKERS = (1, 2, 3)
IN_STEP_WITHIN, ANSWERED_WITHIN = 60.0, 60.0
COPIES = {"TOPIC_REPLICATION": str(len(BROKERS)), "TOPIC_MIN_INSYNC": str(kafka.MIN_INSYNC)}
Environment = dict[str, str]


@dataclass
class Cluster:
    state: Path
    ports: Ports
    passwords: Passwords
    offset: int
    several: dict[str, int] = field(init=False)
    pair: Pair = field(init=False)
    balancer: Balancer = field(init=False)

    def __post_init__(self) -> None:
        self.several = several(self.ports, self.offset)
        self.pair = Pair(self.state, self.several, self.passwords)
        self.balancer = Balancer(self.state, self.ports, self.several)

    async def start_servers(self) -> Servers:
        """Lists the primary before the standby, because the standby is copied from the primary."""
        starts: dict[str, Start] = {
            name: partial(self.pair.start, name) for name in (self.pair.primary, self.pair.standby)
        }
        starts["redis"] = lambda: redis.start(self.state, self.ports.redis, self.passwords.redis)
        starts |= {f"kafka_{number}": partial(self._start_broker, number) for number in BROKERS}
        starts["nginx"] = lambda: self.balancer.start(self.pair.primary)
        return Servers(
            admin_url=postgres.admin_url(self.ports.postgres, self.passwords.owner),
            redis_url=redis.address(self.ports.redis, REDIS_OWNER, self.passwords.redis[REDIS_OWNER]),
            kafka_bootstrap=",".join(f"{LOOPBACK}:{self.several[f'kafka_{number}']}" for number in BROKERS),
            children=await start_all(starts),
            starts=starts,
        )

    async def in_step(self) -> None:
        """Waits until each commit also waits for the standby's disk."""
        try:
            await asyncio.wait_for(self.pair.in_step.wait(), IN_STEP_WITHIN)
        except TimeoutError as late:
            log = self.state / "logs" / f"{self.pair.standby}.log"
            raise ChildFailed(f"The standby does not follow. Its log: {log}") from late

    async def fail_over(self, children: Mapping[str, Child]) -> str:
        """Promotes the standby. Returns what was done, or why it failed."""
        began = time.monotonic()
        try:
            primary = await self.pair.fail_over(children)
        except ChildFailed as refused:
            return str(refused)
        self.balancer.turn(children["nginx"], primary)
        return f"{primary} is the primary after {time.monotonic() - began:.1f} s."

    def replicas(self, environments: Mapping[str, Environment]) -> dict[str, Environment]:
        """Returns the environment of each replica, with its own port."""
        replicas = {
            f"{part}_{number}": environments[part] | {"PORT": str(self.several[f"{part}_{number}"])}
            for part in (*SERVICES, "gateway")
            for number in REPLICAS
        }
        for number in REPLICAS:
            replicas[f"gateway_{number}"] |= {
                "METRICS_PORT": str(self.several[f"gateway_{number}_metrics"]),
                "TRUSTED_PROXY_HOPS": "1",
            }
        return replicas

    async def _start_broker(self, number: int) -> Child:
        controllers = tuple(self.several[f"kafka_{broker}_controller"] for broker in BROKERS)
        member = kafka.Member(number, controllers)
        port, controller = self.several[member.name], self.several[f"{member.name}_controller"]
        return await kafka.start(self.state, port, controller, member)


def ask_to_fail_over(state: Path) -> tuple[bool, str]:
    """Requests a failover from the running cluster. Returns whether it was done, and the message."""
    run = Running.read(state)
    if run is None or not run.alive or not run.ready or NAMES[0] not in run.children:
        return False, "No cluster is ready here: `make up CLUSTER=1` starts one."
    before = Pair(state, {}, Passwords.of(state)).primary
    answer_of(state).unlink(missing_ok=True)
    os.kill(run.launcher, signal.SIGUSR1)
    deadline = time.monotonic() + ANSWERED_WITHIN
    while not answer_of(state).exists():
        if time.monotonic() > deadline:
            return False, "The launcher did not answer; its log says why."
        time.sleep(0.02)
    return Pair(state, {}, Passwords.of(state)).primary != before, answer_of(state).read_text()


def answer_of(state: Path) -> Path:
    return state / "failover"
