import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deploy.local.environment import environment_of_part
from deploy.local.places import ROOT
from deploy.local.ports import LOOPBACK, Ports, moved
from deploy.local.running import Running
from deploy.local.stack import free_offset, launched, throw_away
from libs.contracts.services import SERVICES
from libs.kit.testing import PATIENCE
from tests.support.pace import on_this_machine

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.quiet]
BACK_WITHIN = 10.0


class Run:
    def __init__(self, state: Path, offset: int, launcher: "subprocess.Popen[bytes]") -> None:
        self.state, self.ports, self.launcher = state, moved(offset), launcher

    def pid_of(self, name: str) -> int:
        run = Running.read(self.state)
        assert run is not None
        return run.children.get(name, 0)

    def kill(self, name: str) -> None:
        killed = self.pid_of(name)
        os.kill(killed, signal.SIGKILL)
        until(lambda: self.pid_of(name) not in (killed, 0), f"{name} is started again")
        if hasattr(self.ports, name):
            until(lambda: answers(self.ports, name), f"{name} is ready again")


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    state, offset = tmp_path_factory.mktemp("a folder") / "my state", free_offset()
    with launched(state, {"WANGI_PORT_OFFSET": str(offset), "WANGI_DEMO": "0"}) as launcher:
        yield Run(state, offset, launcher)
    throw_away(state)


def answers(ports: Ports, part: str) -> bool:
    port = ports.mail if part == "mailbox" else getattr(ports, part)
    if part in ("postgres", "redis", "kafka"):
        with socket.socket() as connection:
            return connection.connect_ex((LOOPBACK, port)) == 0
    try:
        with urllib.request.urlopen(f"http://{LOOPBACK}:{port}/readyz", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def until(done: Callable[[], bool], what: str) -> None:
    began = time.monotonic()
    while not done():
        assert time.monotonic() - began < PATIENCE, f"never: {what}"
        time.sleep(0.05)
    took = time.monotonic() - began
    assert took <= BACK_WITHIN or took <= on_this_machine(BACK_WITHIN), f"only after {took:.1f} s: {what}"


@pytest.mark.parametrize("part", [*SERVICES, "gateway", "mail", "sandbox"])
def test_every_service_is_ready_when_launcher_says_so(platform: Run, part: str) -> None:
    assert answers(platform.ports, part)


# tests/faults/test_kill.py kills all other parts.
@pytest.mark.parametrize("part", ["mailbox", "sandbox"])
def test_killed_process_restarts_within_ten_seconds(platform: Run, part: str) -> None:
    platform.kill(part)
    assert f"{part} died" in (platform.state / "launcher.log").read_text()


def test_killed_parent_process_restarts_all_services(platform: Run) -> None:
    before = platform.pid_of("auth")
    platform.kill("zygote")
    until(lambda: platform.pid_of("auth") not in (before, 0), "auth has a new parent")
    for part in (*SERVICES, "gateway"):
        until(lambda part=part: answers(platform.ports, part), f"{part} is ready again")  # type: ignore[misc]


def test_doctor_names_unavailable_services(platform: Run) -> None:
    # Processes killed by earlier tests may still be rejoining Kafka.
    until(lambda: wangi_doctor(platform)[0] == 0, "all are well")
    outcome, words = wangi_doctor(platform)
    assert (outcome, set(words.values())) == (0, {"well"}), words
    assert set(words) == {*SERVICES, "kafka", "redis"}
    outcome, words = wangi_doctor(platform, BOOST_URL="http://127.0.0.1:9", REDIS_URL="redis://127.0.0.1:9")
    assert outcome == 2
    assert {name for name, one in words.items() if one.startswith("not known: ")} == {"boost", "redis"}


def wangi_doctor(platform: Run, **changes: str) -> tuple[int, dict[str, str]]:
    environment = environment_of_part(platform.state, "gateway") | changes | {"DATABASE_URL": "of no use"}
    command = [sys.executable, "-c", "from deploy.cli import main; main()", "doctor"]
    asked = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=False, cwd=ROOT
    )
    return asked.returncode, {line[:10].strip(): line[11:] for line in asked.stdout.splitlines()}


def test_passwords_are_private_and_never_printed(platform: Run) -> None:
    secrets = platform.state / "secrets.json"
    assert secrets.stat().st_mode & 0o077 == 0
    known = json.loads(secrets.read_text())
    words = (platform.state / "launcher.log").read_text()
    assert not [
        secret for secret in (known["owner"], known["internal"], *known["roles"].values()) if secret in words
    ]


def test_second_start_reports_a_running_one(platform: Run) -> None:
    environment = os.environ | {"WANGI_LOCAL": str(platform.state)}
    command = [sys.executable, "-m", "deploy.local", "up"]
    second = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    assert second.stdout.startswith(f"Already running at {platform.ports.base_url}")


def test_leftovers_of_killed_launcher_are_ended(tmp_path: Path) -> None:
    state, offset = tmp_path / "state", free_offset()
    environment = {"WANGI_PORT_OFFSET": str(offset), "WANGI_DEMO": "0"}
    with launched(state, environment) as first:
        run = Running.read(state)
        assert run is not None
        first.kill()
        first.wait()
    with launched(state, environment):
        assert run.leftovers() == {}
        assert answers(moved(offset), "gateway")
    assert Running.read(state) is None
    throw_away(state)


def test_no_port_is_open_after_stop(platform: Run) -> None:
    platform.launcher.send_signal(signal.SIGINT)
    assert platform.launcher.wait(30) == 0
    assert not [name for name, port in vars(platform.ports).items() if _listens(port)]


def _listens(port: int) -> bool:
    with socket.socket() as connection:
        return connection.connect_ex((LOOPBACK, port)) == 0
