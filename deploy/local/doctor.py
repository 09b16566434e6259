"""`make doctor`: checks this machine and explains how to fix problems. Needs only Python."""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from deploy.local import places
from deploy.local.ports import (
    CLOSED_TO_BROWSERS,
    LOOPBACK,
    Ports,
    from_environment,
    offset_from_environment,
    several,
)
from deploy.local.running import Running

NODE = (20, 19)
NEEDED_BYTES = 2_000_000_000
LEFT_BYTES = 200_000_000
SERVER_SETTINGS = {
    "postgres": "DATABASE_URL",
    "redis": "REDIS_URL",
    "kafka": "KAFKA_BOOTSTRAP_SERVERS",
    "kafka_controller": "KAFKA_BOOTSTRAP_SERVERS",
}


def before_start(ports: Ports) -> list[str]:
    return [*_python(), *_node(), *_disk(LEFT_BYTES), *_folders(), *_ports(ports)]


def findings() -> list[str]:
    run = Running.read(places.LOCAL)
    if run is not None and run.alive:
        return [*_python(), *_node(), *_disk(LEFT_BYTES), *_folders(), *_not_ready(run)]
    needed = LEFT_BYTES if (places.ROOT / ".venv/.ready").exists() else NEEDED_BYTES
    troubles = [*_python(), *_node(), *_disk(needed), *_folders(), *_ports(from_environment())]
    if run is not None and (left := run.leftovers()):
        names = ", ".join(f"{name} ({pid})" for name, pid in left.items())
        troubles.append(f"An earlier run was killed and left {names}. `make down` ends them.")
    return troubles


def _python() -> list[str]:
    version = sys.version.split()[0]
    advice = f"Python {version} is too old: install 3.11 or newer, or say PYTHON=/path/to/python."
    return [advice] if tuple(sys.version_info) < (3, 11) else []


def _node() -> Iterator[str]:
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        yield "Node or npm was not found: install Node 20.19 or newer (it brings npm). The web app is built with it."
        return
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    found = re.match(r"v(\d+)\.(\d+)", version)
    if found is None or (int(found[1]), int(found[2])) < NODE:
        yield f"Node {version or '(silent)'} is too old: install 20.19 or newer."


def _disk(needed: int) -> Iterator[str]:
    for place in {places.ROOT, Path("/var/tmp") if os.geteuid() == 0 else Path.home()}:
        free = shutil.disk_usage(place).free
        if free < needed:
            yield f"Only {free // 1_000_000} MB are free at {place}: make room for {needed // 1_000_000} MB."


def _folders() -> Iterator[str]:
    try:
        place = places.cache()
    except (OSError, places.PlaceRefused) as refused:
        yield f"The cache of servers cannot be used: {refused} (WANGI_CACHE names another folder.)"
        return
    account = places.postgres_account()
    blocked = [folder for folder in (place, *place.parents) if not folder.stat().st_mode & 0o001]
    if account is not None and blocked:
        yield (
            f"As root, PostgreSQL runs as `nobody`, who cannot enter {blocked[-1]}: "
            "name another folder in WANGI_CACHE, or `chmod o+x` it."
        )


def _ports(ports: Ports) -> Iterator[str]:
    for page in {ports.gateway, ports.mail} & CLOSED_TO_BROWSERS:
        yield f"No browser opens a page at port {page}: choose another, as WANGI_PORT_OFFSET=1000 make up does."
    more = several(ports, offset_from_environment()) if places.CLUSTERED else {}
    for part, port in (vars(ports) | more).items():
        if part == "sandbox" or os.environ.get(SERVER_SETTINGS.get(part, ""), ""):
            continue
        if is_taken(port):
            yield (
                f"Port {port} ({part}) is taken{_by_whom(port)}. Stop that program, "
                "or move all of Wangi's ports: WANGI_PORT_OFFSET=1000 make up."
            )


def is_taken(port: int) -> bool:
    with socket.socket() as attempt:
        attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            attempt.bind((LOOPBACK, port))
        except OSError:
            return True
    return False


def _by_whom(port: int) -> str:
    """Describes the process that uses the port, if the system reports it."""
    inode = _listening_inode(port)
    for link in Path("/proc").glob("[0-9]*/fd/*") if inode else ():
        try:
            if os.readlink(link) == f"socket:[{inode}]":
                pid = link.parts[2]
                return f" by {Path(f'/proc/{pid}/comm').read_text().strip()} (process {pid})"
        except OSError:
            continue
    return ""


def _listening_inode(port: int) -> str:
    for table in (Path("/proc/net/tcp"), Path("/proc/net/tcp6")):
        for line in table.read_text().splitlines()[1:] if table.exists() else ():
            fields = line.split()
            if fields[3] == "0A" and fields[1].endswith(f":{port:04X}"):
                return fields[9]
    return ""


def _not_ready(run: Running) -> Iterator[str]:
    if not run.ready:
        yield f"A start is under way (process {run.launcher}); its output or {places.LOCAL}/logs say how far it is."
    gone = set(run.children) - set(run.leftovers())
    if gone:
        yield f"Not running at this moment: {', '.join(sorted(gone))}. {places.LOCAL}/logs say why."


def main() -> int:
    troubles = findings()
    for trouble in troubles:
        print(f"- {trouble}")
    if not troubles:
        run = Running.read(places.LOCAL)
        where = (
            f" Wangi runs at {run.base_url}." if run is not None and run.alive else " `make up` should work."
        )
        print(f"All is well.{where}")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
