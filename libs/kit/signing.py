"""Making what the verifier checks: access tokens signed with the installation's own key, and password hashes."""

import asyncio
import hashlib
import hmac
import os
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from joserfc import jwt
from joserfc.jwk import ECKey, KeySet
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from libs.kit.errors import Unavailable
from libs.kit.tokens import ALGORITHM

Result = TypeVar("Result")


class Signer:
    """Holds the private key; made on first start, readable by its owner only."""

    def __init__(self, key_file: Path) -> None:
        pem = _read_or_make(key_file)
        self._key = ECKey.import_key(pem)
        self._key = ECKey.import_key(pem, {"kid": self._key.thumbprint(), "use": "sig", "alg": ALGORITHM})
        self._refresh_secret = hashlib.sha256(b"wangi refresh" + pem).digest()

    @property
    def public_keys(self) -> KeySet:
        """What anyone may know: the keys to check tokens with."""
        return KeySet([ECKey.import_key(self._key.as_dict(private=False))])

    def access_token(self, claims: dict[str, object], *, minutes: int) -> str:
        """A signed access token."""
        now = int(time.time())
        own = {"iat": now, "exp": now + minutes * 60, "jti": secrets.token_urlsafe(16), "typ": "access"}
        header = {"alg": ALGORITHM, "kid": self._key.kid, "typ": "JWT"}
        return jwt.encode(header, {**claims, **own}, self._key, algorithms=[ALGORITHM])

    def successor(self, token: str) -> str:
        """The one refresh token that may follow this one; a lost answer can so be given again."""
        family = token.split(".", 1)[0]
        return f"{family}.{hmac.new(self._refresh_secret, token.encode(), hashlib.sha256).hexdigest()}"


def _read_or_make(key_file: Path) -> bytes:
    if not key_file.exists():
        key_file.parent.mkdir(parents=True, exist_ok=True)
        fresh = key_file.with_suffix(f".{os.getpid()}")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(ECKey.generate_key("P-256").as_pem(private=True))
        try:
            os.link(fresh, key_file)  # whoever is first wins; the other reads the winner's key
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return key_file.read_bytes()


def new_refresh_token() -> str:
    """The first token of a new family: its id and 256 random bits."""
    return f"{secrets.token_urlsafe(24)}.{secrets.token_hex(32)}"


def hashed(token: str) -> bytes:
    """What is stored of a one-time or refresh token."""
    return hashlib.sha256(token.encode()).digest()


class Passwords:
    """argon2id in a bounded pool: guessing costs the guesser, and cannot drown the service."""

    def __init__(self, workers: int, queue: int) -> None:
        self._hash = PasswordHash((Argon2Hasher(memory_cost=19 * 1024, time_cost=2, parallelism=1),))
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="argon2")
        self._room = queue
        self._nobody = self._hash.hash(secrets.token_hex(16))

    async def hash(self, password: str) -> str:
        """The hash to store."""
        return await self._in_pool(self._hash.hash, password)

    async def verify(self, password: str, stored: str | None) -> bool:
        """Whether the password fits; for an unknown account it takes just as long to say no."""
        fits = await self._in_pool(self._hash.verify, password, stored or self._nobody)
        return fits and stored is not None

    async def _in_pool(self, work: Callable[..., Result], *arguments: str) -> Result:
        if self._room <= 0:
            raise Unavailable
        self._room -= 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, *arguments)
        finally:
            self._room += 1
