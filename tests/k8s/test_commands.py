import asyncio
import json
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit

import pytest

from deploy.local import environment, kafka
from deploy.local.stack import Stack, start_stack
from libs.contracts.services import SERVICES
from libs.kit.process.signals import TERMINATED
from libs.kit.testing import until
from tests.k8s.rendered_manifests import ROOT, containers, environment_of_container, rendered
from tests.k8s.test_environment import MADE, filled
from tests.support.guarded_kafka import compose_properties
from tests.support.pace import on_this_machine
from tools.manifests.parts import DATA, PORTS

pytestmark = [pytest.mark.servers, pytest.mark.quiet]
OVERLAY = "local"
DOCS = rendered(OVERLAY)
OWN = {place: one for place, one in containers(DOCS) if one["image"].startswith("wangi-")}
STARTUP_SECONDS, END_SECONDS = 60.0, 5.0
ENDED = (0, TERMINATED, -signal.SIGTERM)
# Defaults of the images (deploy/docker/Dockerfile).
DEFAULT_COMMANDS = {
    "wangi-setup": ["python", "-m", "deploy.prepare"],
    "wangi-billplz": ["python", "-m", "deploy.billplz.main"],
}


@dataclass
class Pods:
    stack: Stack
    folder: Path
    running: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    def start(self, place: str, **changed: str) -> "subprocess.Popen[bytes]":
        container = OWN[place]
        part = container["image"].partition(":")[0].removeprefix("wangi-")
        image = {
            "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
            "SERVICE": part,
            "PYTHONPATH": str(ROOT),
        }
        given = filled(environment_of_container(DOCS, container))
        values = {name: self._of_this_machine(name, value) for name, value in given.items()}
        command = container.get("command") or DEFAULT_COMMANDS.get(
            f"wangi-{part}", ["python", "-m", "deploy.docker.start"]
        )
        words = [sys.executable, *command[1:]]
        if command[0] == "wangi":
            words = [sys.executable, str(ROOT / "deploy/docker/wangi"), *command[1:]]
        with self.log(place).open("wb") as log:
            process = subprocess.Popen(
                words, env=image | values | changed, cwd=self.folder, stdout=log, stderr=log
            )
        self.running[place] = process
        return process

    def log(self, place: str) -> Path:
        return self.folder / f"{place.replace('/', '-')}.log"

    def words(self, place: str) -> str:
        return self.log(place).read_text(errors="replace")

    async def exit_code(self, place: str) -> int:
        return await asyncio.to_thread(self.running[place].wait, STARTUP_SECONDS)

    async def terminate(self, place: str) -> tuple[int, float]:
        began = time.monotonic()
        self.running[place].send_signal(signal.SIGTERM)
        code = await asyncio.to_thread(self.running[place].wait, STARTUP_SECONDS)
        return code, time.monotonic() - began

    def _of_this_machine(self, name: str, value: str) -> str:
        """Replace only the cluster's addresses and folders."""
        ports = self.stack.ports
        if name in ("DATABASE_URL", "OWNER_DATABASE_URL"):
            owner, given = urlsplit(self.stack.admin_url), urlsplit(value)
            account = owner.netloc if name == "OWNER_DATABASE_URL" else given.netloc
            place = f"{account.rpartition('@')[0]}@{owner.hostname}:{owner.port}"
            return urlunsplit(("postgresql", place, given.path, "", ""))
        if name == "REDIS_URL":
            part = urlsplit(value).username or ""
            return environment.redis_url(self.stack.servers, self.stack.passwords, part)
        if name == "KAFKA_BOOTSTRAP_SERVERS":
            user, _, password = value.partition("://")[2].partition("@")[0].partition(":")
            return f"sasl_plaintext://{user}:{quote(password)}@127.0.0.1:{ports.kafka}?mechanism=PLAIN"
        own = {str(getattr(PORTS, part)): str(getattr(ports, part)) for part in environment.PARTS}
        own[str(PORTS.gateway_metrics)] = str(ports.gateway_metrics)
        if name in ("PORT", "METRICS_PORT"):
            return own.get(value, str(ports.sandbox))
        if name.endswith("_URL") and (found := re.fullmatch(r"http://(\w+):(\d+)", value)):
            return f"http://127.0.0.1:{own.get(found[2], found[2])}"
        if name == "WEB_DIR":
            return str(self.folder)
        return value.replace(DATA, str(self.folder))


@pytest.fixture(scope="module")
def pods(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pods]:
    """Unprepared servers. Kafka requires passwords, as in a cluster."""
    folder = tmp_path_factory.mktemp("pods")
    (folder / "index.html").write_text("<!doctype html><title>Wangi</title><div id=root></div>")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kafka, "properties", partial(compose_properties, secrets=MADE))
        with start_stack(prepared=False, is_durable=False) as servers:
            pods = Pods(servers, folder)
            try:
                yield pods
            finally:
                for process in pods.running.values():
                    process.kill()
                    process.wait()


async def test_schema_command_waits_and_ends_on_sigterm(pods: Pods) -> None:
    pods.start("auction/schema")
    await until(lambda: "waiting for the schema" in pods.words("auction/schema"), STARTUP_SECONDS)
    code, seconds = await pods.terminate("auction/schema")
    assert code == TERMINATED
    assert seconds < on_this_machine(END_SECONDS)


async def test_setup_command_waits_for_its_servers(pods: Pods) -> None:
    closed = "postgresql://postgres:x@127.0.0.1:9/postgres"
    pods.start("setup/setup", OWNER_DATABASE_URL=closed)
    await until(lambda: "waiting for a server" in pods.words("setup/setup"), STARTUP_SECONDS)
    code, seconds = await pods.terminate("setup/setup")
    assert code == TERMINATED
    assert seconds < on_this_machine(END_SECONDS)


async def test_setup_command_prepares_the_servers(pods: Pods) -> None:
    pods.start("setup/setup")
    assert await pods.exit_code("setup/setup") == 0, pods.words("setup/setup")


@pytest.mark.parametrize("service", SERVICES)
async def test_schema_command_ends_once_schema_exists(pods: Pods, service: str) -> None:
    place = f"{service}/schema"
    pods.start(place)
    assert await pods.exit_code(place) == 0, pods.words(place)


async def test_every_pod_becomes_ready_and_ends_in_time(pods: Pods) -> None:
    places = {f"{part}/{part}": getattr(pods.stack.ports, part) for part in environment.PARTS}
    places["billplz/billplz"] = pods.stack.ports.sandbox
    for place in places:
        pods.start(place)
    for place, port in places.items():
        await until(partial(_is_ready, pods, place, port), STARTUP_SECONDS)
    await asyncio.to_thread(_register, pods.stack.ports.auth)  # `after-restore` refuses an empty database.
    ends = dict(zip(places, await asyncio.gather(*map(pods.terminate, places)), strict=True))
    assert {place: code for place, (code, _) in ends.items() if code not in ENDED} == {}
    limit = on_this_machine(END_SECONDS)
    assert {place: seconds for place, (_, seconds) in ends.items() if seconds > limit} == {}


@pytest.mark.parametrize("place", ["reconcile/setup", "after-restore/setup"])
async def test_scheduled_command_succeeds(pods: Pods, place: str) -> None:
    pods.start(place)
    assert await pods.exit_code(place) == 0, pods.words(place)


def test_every_command_is_tested(pods: Pods) -> None:
    assert set(pods.running) == set(OWN)


def _register(port: int) -> None:
    person = {"username": "aisyah", "email": "aisyah@wangi.example", "password": "a-long-password"}
    body = json.dumps(person | {"firstName": "Aisyah", "lastName": "Rahman"}).encode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/v1/auth/register", body, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=STARTUP_SECONDS) as answer:
        assert answer.status == 201


def _is_ready(pods: Pods, place: str, port: int) -> bool:
    assert pods.running[place].poll() is None, pods.words(place)
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=3) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
