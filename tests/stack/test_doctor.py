import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.local import doctor, fetch, places, web
from deploy.local.children import ChildFailed
from deploy.local.places import ROOT, PlaceRefused
from deploy.local.ports import LOOPBACK, SEVERAL, Ports, from_environment, moved
from deploy.local.running import Running, birth_of, end_leftovers
from deploy.local.stack import free_offset
from deploy.local.zygote import LONGEST_WAIT, Part


def test_taken_port_is_reported_with_owner_and_fix() -> None:
    ports = moved(free_offset())
    with socket.socket() as squatter:
        squatter.bind((LOOPBACK, ports.redis))
        squatter.listen()
        (trouble,) = doctor.before_start(ports)
    assert f"Port {ports.redis} (redis) is taken" in trouble
    assert "WANGI_PORT_OFFSET" in trouble


def test_browser_blocked_port_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "is_taken", lambda _: False)
    (trouble,) = doctor.before_start(moved(2000))
    assert "No browser opens a page at port 10080" in trouble


def test_test_runs_avoid_browser_blocked_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deploy.local.stack.OFFSETS", [2000])
    with pytest.raises(ChildFailed):
        free_offset()


def test_cluster_ports_do_not_collide() -> None:
    usual = {port % 100 for port in vars(Ports()).values()}
    more = [port % 100 for port in SEVERAL.values()]
    assert len(set(more)) == len(more)
    assert not usual & set(more)


def test_missing_node_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert "install Node 20.19 or newer" in doctor.before_start(moved(free_offset()))[0]


def test_full_disk_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LEFT_BYTES", 10**18)
    assert any("make room" in trouble for trouble in doctor.before_start(moved(free_offset())))


def test_doctor_needs_no_packages() -> None:
    asked = subprocess.run(
        [
            sys.executable,
            "-S",
            "-I",
            "-c",
            f"import sys; sys.path.insert(0, {str(ROOT)!r}); import deploy.local.doctor",
        ],
        check=False,
    )
    assert asked.returncode == 0


def test_named_port_is_kept_and_offset_moves_others() -> None:
    ports = from_environment({"WANGI_PORT_OFFSET": "500", "WANGI_PORT": "3000"})
    assert (ports.gateway, ports.auth, ports.kafka) == (3000, 8601, 19592)


def test_process_with_reused_pid_is_not_killed() -> None:
    run = Running(
        launcher=1, base_url="", births={str(os.getpid()): "long ago"}, children={"auth": os.getpid()}
    )
    assert end_leftovers(run) == []


def test_leftover_process_is_killed() -> None:
    left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    run = Running(
        launcher=1, base_url="", births={str(left.pid): birth_of(left.pid)}, children={"auth": left.pid}
    )
    assert end_leftovers(run) == ["auth"]
    assert left.wait(5) != 0


def test_world_writable_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o777)
    monkeypatch.setenv("WANGI_CACHE", str(tmp_path))
    with pytest.raises(PlaceRefused):
        places.cache()


def test_jar_with_wrong_hash_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jar = tmp_path / "x-1.jar"
    jar.write_bytes(b"something else")
    monkeypatch.setattr("jgo.maven.Artifact.resolve", lambda _: jar)
    with pytest.raises(fetch.FetchFailed, match="not what was pinned"):
        fetch.download_one(fetch.Pin("org.example:x:1", "0" * 64), tmp_path)


def test_crashing_process_restarts_with_backoff() -> None:
    part = Part("auth", "", {}, "")
    waits = []
    for _ in range(7):
        waits.append(part.wait())
        part.falls += 1
    assert waits == [0.2, 0.4, 0.8, 1.6, 3.2, LONGEST_WAIT, LONGEST_WAIT]


def test_web_app_is_rebuilt_only_after_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "WEB", tmp_path)
    for name in ("src/main.ts", "package-lock.json", "dist/index.html", "node_modules/x"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("1")
    commands: list[tuple[str, ...]] = []
    monkeypatch.setattr(web, "run_npm", lambda *words: commands.append(words))
    assert [web.build(), web.build()] == [True, False]
    (tmp_path / "src/main.ts").write_text("2")
    assert web.build()
    assert [words[0] for words in commands] == ["ci", "run", "run"]
