"""PostgreSQL with SCRAM passwords and builtin UTF-8. Runs as `nobody` if this process runs as root."""

import hashlib
import os
import secrets
import shutil
import signal
import socket
from pathlib import Path
from urllib.parse import quote

from deploy.local import fetch, places
from deploy.local.children import Child, finish, spawn
from deploy.local.ports import LOOPBACK

OWNER = "wangi_owner"
ALONE = "postgres"
# Lets a returning standby find the primary quickly, and keeps the retained log from filling the disk.
OF_A_PAIR = {"wal_retrieve_retry_interval": "200ms", "max_slot_wal_keep_size": "1GB"}
# After a power cut, PostgreSQL replays its log before it accepts connections.
PATIENCE = 60.0
# Commits survive a killed process but not a power cut. Only for data that a test run deletes.
WITHOUT_DISK = {"fsync": "off", "full_page_writes": "off"}


def admin_url(port: int, password: str, database: str = "postgres") -> str:
    """Returns the owner's URL. Only the set-up uses it."""
    return f"postgresql://{OWNER}:{quote(password)}@{LOOPBACK}:{port}/{database}"


async def start(
    state: Path, port: int, password: str, name: str = ALONE, *, is_durable: bool = True
) -> Child:
    """Creates the data on first use and starts the server."""
    home = places.database_home(state)
    data, log = data_of(state, name), _log_of(state, name)
    mark = home / "made-for"
    if not mark.exists() or mark.read_text() != _mark(password):
        # The folder is incomplete, or belongs to a deleted state folder whose passwords are lost.
        for left in home.iterdir():
            shutil.rmtree(left, ignore_errors=True)
        await _make(fetch.postgres() / "bin", home, data, password, log)
        mark.write_text(_mark(password))
    return await run(state, port, name, is_durable=is_durable)


def data_of(state: Path, name: str = ALONE) -> Path:
    return places.database_home(state) / ("data" if name == ALONE else name)


def _log_of(state: Path, name: str) -> Path:
    return state / "logs" / f"{name}.log"


def _mark(password: str) -> str:
    return hashlib.sha256(password.encode()).hexdigest()


async def promote(state: Path, name: str) -> None:
    data = data_of(state, name)
    tool = fetch.postgres() / "bin" / "pg_ctl"
    command: list[str | Path] = [tool, "promote", "-D", data, "-w", "-t", "30"]
    log, account = _log_of(state, name), places.postgres_account()
    await finish(f"promotion of {name}", command, log=log, cwd=data, account=account)


async def _make(binaries: Path, home: Path, data: Path, password: str, log: Path) -> None:
    account = places.postgres_account()
    secret = home / f"password-{secrets.token_hex(4)}"
    secret.touch(mode=0o600)
    secret.write_text(password)
    if account is not None:
        os.chown(secret, account.uid, account.gid)
    command: list[str | Path] = [
        binaries / "initdb",
        "-D",
        data,
        "-U",
        OWNER,
        f"--pwfile={secret}",
        "--auth=scram-sha-256",
    ]
    words = ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8", "--no-instructions"]
    try:
        await finish("initdb", [*command, *words], log=log, cwd=home, account=account)
    finally:
        secret.unlink()


async def run(state: Path, port: int, name: str = ALONE, *, is_durable: bool = True) -> Child:
    """Starts the server on existing data. The data determines whether it is a standby."""
    data = data_of(state, name)
    settings: dict[str, object] = {
        "port": port,
        "listen_addresses": LOOPBACK,
        # No socket. Its path may have at most 107 bytes, which is too short for a deeply nested checkout.
        "unix_socket_directories": "",
        "max_connections": 200,
        "timezone": "UTC",
        "log_timezone": "UTC",
        "shared_buffers": "64MB",
    }
    settings |= {} if name == ALONE else OF_A_PAIR
    settings |= {} if is_durable else WITHOUT_DISK
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    child = spawn(
        name,
        [fetch.postgres() / "bin" / "postgres", "-D", data, *options],
        log=_log_of(state, name),
        cwd=data,
        stop_signal=signal.SIGINT,
        account=places.postgres_account(),
    )
    await child.until(lambda: _accepts(port), PATIENCE)
    return child


def _accepts(port: int) -> bool:
    """True if the server accepts logins. While it recovers, it responds with an error."""
    startup = b"\x00\x03\x00\x00user\x00postgres\x00database\x00postgres\x00\x00"
    try:
        with socket.create_connection((LOOPBACK, port), timeout=1) as connection:
            connection.sendall((len(startup) + 4).to_bytes(4, "big") + startup)
            return connection.recv(1) == b"R"
    except OSError:
        return False
