"""A real PostgreSQL: made once with scram passwords and builtin UTF-8, run as `nobody` when we are root."""

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
# A warm start after a power cut replays the log first: patience, not a sign of trouble.
PATIENCE = 60.0


def admin_url(port: int, password: str, database: str = "postgres") -> str:
    """Return the owner's address; only set-up uses it."""
    return f"postgresql://{OWNER}:{quote(password)}@{LOOPBACK}:{port}/{database}"


async def start(state: Path, port: int, password: str) -> Child:
    """Make the data on first use, and start the server on it; it always waits for the disk, also in tests."""
    binaries = fetch.postgres() / "bin"
    home = places.database_home(state)
    data = home / "data"
    log = state / "logs" / "postgres.log"
    mark = home / "made-for"
    if not mark.exists() or mark.read_text() != _mark(password):
        # Half made, or left by a state folder that was deleted together with the only passwords that open it.
        shutil.rmtree(data, ignore_errors=True)
        await _make(binaries, home, data, password, log)
        mark.write_text(_mark(password))
    return await _run(binaries, data, port, log)


def _mark(password: str) -> str:
    return hashlib.sha256(password.encode()).hexdigest()


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


async def _run(binaries: Path, data: Path, port: int, log: Path) -> Child:
    settings = {
        "port": port,
        "listen_addresses": LOOPBACK,
        # A socket file's path may be 107 bytes at most; a deep checkout would break it.
        "unix_socket_directories": "",
        "max_connections": 200,
        "timezone": "UTC",
        "log_timezone": "UTC",
        "shared_buffers": "64MB",
    }
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    child = spawn(
        "postgres",
        [binaries / "postgres", "-D", data, *options],
        log=log,
        cwd=data,
        stop_signal=signal.SIGINT,
        account=places.postgres_account(),
    )
    await child.until(lambda: _accepts(port), PATIENCE)
    return child


def _accepts(port: int) -> bool:
    """Does the server speak? It answers an SSL request with one letter, and with an error while it still
    recovers."""
    startup = b"\x00\x03\x00\x00user\x00postgres\x00database\x00postgres\x00\x00"
    try:
        with socket.create_connection((LOOPBACK, port), timeout=1) as connection:
            connection.sendall((len(startup) + 4).to_bytes(4, "big") + startup)
            return connection.recv(1) == b"R"
    except OSError:
        return False
