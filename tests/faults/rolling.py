"""`make rolling`: a rolling update from the build of a commit (OLD) while people bid, browse and watch. No
call may fail (P-H3). Needs the git history."""

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from deploy.local import environment
from deploy.local.cluster import COPIES, Cluster
from deploy.local.passwords import Passwords
from deploy.local.places import ROOT
from deploy.local.ports import moved
from deploy.local.servers import Servers
from deploy.local.stack import free_offset, throw_away
from deploy.local.wait import is_ready, until_ready
from libs.contracts.services import SERVICES
from libs.kit.tests.lab import until
from tests.faults import people
from tests.faults.cluster import SETTINGS, ClusterPlatform
from tests.faults.people import Person, Play
from tests.faults.test_kill import all_agree, bidding, check, has_frames_since, watching
from tests.faults.watchers import PASSING

pytestmark = [
    pytest.mark.servers,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]
REPLICAS = tuple(f"{part}_{number}" for part in (*SERVICES, "gateway") for number in (1, 2))
PAGES = (
    "/",
    "/api/v1/products",
    "/api/v1/categories",
    "/api/auctions/{auction}",
    "/auction/{auction}",
    "/api/notifications",
)
BIDDERS, READERS, PACE, PATIENCE = 5, 3, 0.02, 60.0
# Shorter than in a cluster, because nginx notices at once.
DRAIN = {"DRAIN_SECONDS": "1"}


@dataclass
class Builds:
    """The processes of both builds."""

    old: Path
    state: Path
    environments: dict[str, dict[str, str]]
    running: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    def begin(self, name: str, build: Path, call: str = "") -> None:
        call = call or f"deploy.run:run {name.partition('_')[0]}"
        module, _, rest = call.partition(":")
        function, *words = rest.split()
        program = f"from {module} import {function} as begin; begin(*{words!r})"
        with (self.state / "logs" / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                [sys.executable, "-c", program],
                cwd=build,
                env=os.environ
                | self.environments[name]
                | {"PYTHONPATH": str(build), "WEB_DIR": str(build / "frontend/dist")},
                stdout=log,
                stderr=log,
            )

    async def leave(self, name: str) -> int:
        process = self.running.pop(name)
        process.terminate()
        return await asyncio.to_thread(process.wait, PATIENCE)

    def end(self) -> None:
        for process in self.running.values():
            process.send_signal(signal.SIGTERM)
        for process in self.running.values():
            process.wait(PATIENCE)


@dataclass
class Update:
    builds: Builds
    platform: ClusterPlatform
    setup: dict[str, str]


def commit_to_begin_from() -> str:
    command = ["git", "log", "-1", "--format=%H", "--", "tests/contracts/released_statements"]
    return os.environ.get("OLD") or subprocess.check_output(command, cwd=ROOT, text=True).strip()


def lay_out(build: Path) -> None:
    build.mkdir()
    archive = subprocess.run(
        ["git", "archive", commit_to_begin_from()], cwd=ROOT, capture_output=True, check=True
    )
    subprocess.run(["tar", "-x", "-C", str(build)], input=archive.stdout, check=True)
    (build / "frontend/node_modules").symlink_to(ROOT / "frontend/node_modules")
    subprocess.run(["npm", "run", "-s", "build"], cwd=build / "frontend", capture_output=True, check=True)


def prepare(build: Path, setup: dict[str, str]) -> None:
    environment = os.environ | {"PYTHONPATH": str(build)} | setup
    done = subprocess.run(
        [sys.executable, "-m", "deploy.prepare"],
        cwd=build,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.fixture
async def update(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Update]:
    for name, value in SETTINGS.items():
        monkeypatch.setenv(name, value)
    old, state, offset = tmp_path / "old", tmp_path / "state", free_offset()
    (state / "logs").mkdir(parents=True)
    await asyncio.to_thread(lay_out, old)
    ports, passwords = moved(offset), Passwords.of(state)
    cluster = Cluster(state, ports, passwords, offset)
    servers: Servers = await cluster.start_servers()
    following = asyncio.create_task(cluster.pair.keep())
    setup = environment.of_setup(state, ports, servers, passwords) | COPIES
    parts = environment.of_parts(state, ports, servers, passwords)
    environment.keep(state, parts | {"setup": setup})
    environments = {name: own | DRAIN for name, own in cluster.replicas(parts).items()}
    environments["mailbox"] = {"SMTP_PORT": str(ports.smtp), "MAIL_PORT": str(ports.mail)}
    builds = Builds(old, state, environments)
    try:
        await asyncio.to_thread(prepare, old, setup)
        builds.begin("mailbox", old, "deploy.local.mailbox:run")
        for name in REPLICAS:
            builds.begin(name, old)
        await until_ready(
            dict.fromkeys(["mail"], ports.mail) | {name: cluster.several[name] for name in REPLICAS}, PATIENCE
        )
        await cluster.in_step()
        yield Update(builds, ClusterPlatform(state, ports, cluster.several), setup)
    finally:
        builds.end()
        following.cancel()
        await servers.stop()
        throw_away(state)


@dataclass
class Failures:
    words: Counter[str] = field(default_factory=Counter)

    def watching(self) -> aiohttp.TraceConfig:
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._see_answer)
        trace.on_request_exception.append(self._see_fault)
        return trace

    async def _see_answer(self, _: Any, __: Any, call: aiohttp.TraceRequestEndParams) -> None:
        if call.response.status >= 500:
            text = (await call.response.text())[:200]
            self.words[f"{call.method} {call.url.path}: {call.response.status} {text}"] += 1

    async def _see_fault(self, _: Any, __: Any, call: aiohttp.TraceRequestExceptionParams) -> None:
        if not isinstance(call.exception, asyncio.CancelledError):
            self.words[f"{call.method} {call.url.path}: {call.exception!r}"] += 1


async def read(web: aiohttp.ClientSession, person: Person, paths: tuple[str, ...]) -> None:
    while True:
        with contextlib.suppress(aiohttp.ClientError, OSError, TimeoutError):
            async with web.get(random.choice(paths), headers=person.headers) as answer:
                await answer.read()
                assert answer.status in PASSING | {200}, f"{answer.status} {answer.url}"
        await asyncio.sleep(PACE)


async def test_no_call_fails_while_each_replica_is_replaced_by_this_build(
    update: Update, measured: Callable[[str], None]
) -> None:
    """P-H3"""
    platform, builds = update.platform, update.builds
    failures, patience = Failures(), aiohttp.ClientTimeout(total=10)
    async with aiohttp.ClientSession(
        f"http://{platform.gateway_address}", timeout=patience, trace_configs=[failures.watching()]
    ) as web:
        mail = platform.ports.url("mail")
        seller, *bidders = [await people.newcomer(web, mail, f"person{n}") for n in range(BIDDERS + 1)]
        play = Play(platform, web, await people.listed(web, seller))
        paths = tuple(path.format(auction=play.auction_id) for path in PAGES)
        reading = [asyncio.create_task(read(web, person, paths)) for person in bidders[:READERS]]
        began = time.monotonic()
        async with watching(play), bidding(play, bidders):
            await until(lambda: has_frames_since(play, began))
            await asyncio.to_thread(prepare, ROOT, update.setup)
            for name in REPLICAS:
                assert await builds.leave(name) in (0, -signal.SIGTERM)
                builds.begin(name, ROOT)
                await until_ready({name: platform.several[name]}, PATIENCE)
            replaced = time.monotonic()
            await until(lambda: has_frames_since(play, replaced))
            play.stopping = True
            await until(lambda: all_agree(play))
        for task in reading:
            task.cancel()
        ends = await asyncio.gather(*reading, return_exceptions=True)
        assert all(isinstance(end, asyncio.CancelledError) for end in ends), ends
        measured(
            f"rolling update of {len(REPLICAS)} replicas in {replaced - began:.0f} s: {len(play.attempts)} bids, "
            f"{play.unanswered} unanswered; {dict(failures.words)}"
        )
        assert (play.unanswered, dict(failures.words)) == (0, {})
        await check(play, gateways=2)
    assert all([await is_ready(platform.several[name]) for name in REPLICAS])
    code, words = await platform.wangi("reconcile")
    assert code == 0, words
