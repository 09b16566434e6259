import asyncio
import base64
import json
import time
from dataclasses import dataclass
from typing import Any

import aiohttp
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from joserfc.jwt import JWTClaimsRegistry

from libs.kit.errors import NotSignedIn, Unavailable

ALGORITHM = "ES256"
LEEWAY_SECONDS = 30
_TTL, _PAUSE, _STALE = 300.0, 30.0, 3600.0
_REMEMBERED = 8192
_END_OF_TIME = 253_402_300_800  # The year 10000, which no datetime reaches.
ACCOUNT_STATUSES = ("active", "banned")


@dataclass(frozen=True)
class Identity:
    user_id: int
    username: str
    roles: frozenset[str]
    epoch: int
    token_id: str
    expires_at: int
    token: str = ""
    session_id: str = ""
    account_status: str = "active"
    suspended_until: int | None = None
    # The scopes of an API key. None for a signed-in person.
    scopes: frozenset[str] | None = None


class KeyCache:
    """Caches the issuer's public keys. They are refreshed every five minutes, at most twice a minute. While
    the issuer is unavailable, they stay valid for an hour."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._keys: KeySet | None = None
        self.fetched_at = self.tried_at = float("-inf")
        self._lock = asyncio.Lock()
        self.withdrawals = 0

    def put(self, keys: KeySet) -> None:
        if self._keys is not None and not _kids(self._keys) <= _kids(keys):
            self.withdrawals += 1
        self._keys, self.fetched_at = keys, time.monotonic()

    def pin(self, keys: KeySet) -> None:
        """Sets the keys for good. For the issuer, which must not query itself."""
        self.put(keys)
        self.fetched_at = self.tried_at = float("inf")

    async def get(self, kid: str) -> KeySet:
        """An unknown `kid` causes a refresh, within the rate limit."""
        fresh = time.monotonic() - self.fetched_at < _TTL
        if self._keys is not None and fresh and _holds(self._keys, kid):
            return self._keys
        async with self._lock:
            if time.monotonic() - self.tried_at >= _PAUSE or self._keys is None:
                await self._fetch()
        if self._keys is None or time.monotonic() - self.fetched_at > _STALE:
            raise Unavailable
        return self._keys

    async def _fetch(self) -> None:
        if time.monotonic() - self.tried_at < 1.0:
            return
        self.tried_at = time.monotonic()
        try:
            timeout = aiohttp.ClientTimeout(total=2)
            async with aiohttp.ClientSession(timeout=timeout) as http, http.get(self._url) as response:
                response.raise_for_status()
                self.put(KeySet.import_key_set(await response.json()))
        except (aiohttp.ClientError, TimeoutError, ValueError, KeyError, JoseError):
            return  # The cached keys stay valid for an hour.


def _holds(keys: KeySet, kid: str) -> bool:
    return any(key.kid == kid for key in keys.keys)


def _kids(keys: KeySet) -> set[str | None]:
    return {key.kid for key in keys.keys}


class TokenVerifier:
    """Raises NotSignedIn if a token or any claim is missing or malformed."""

    def __init__(self, jwks_url: str, issuer: str = "wangi", audience: str = "wangi") -> None:
        self.keys = KeyCache(jwks_url)
        required: dict[str, Any] = {
            name: {"essential": True} for name in ("sub", "exp", "iat", "jti", "epoch")
        }
        self.rules = JWTClaimsRegistry(
            leeway=LEEWAY_SECONDS,
            iss={"essential": True, "value": issuer},
            aud={"essential": True, "value": audience},
            typ={"essential": True, "value": "access"},
            **required,
        )
        self._seen: dict[str, Identity] = {}
        self._withdrawals = 0

    async def verify(self, token: str) -> Identity:
        """Verified tokens are cached."""
        if (
            self._withdrawals != self.keys.withdrawals
        ):  # A cached token may be signed by a key that was removed.
            self._withdrawals = self.keys.withdrawals
            self._seen.clear()
        known = self._seen.get(token)
        if known is not None and known.expires_at > time.time():
            return known
        identity = await self._verify(token)
        if len(self._seen) >= _REMEMBERED:
            self._seen.clear()
        self._seen[token] = identity
        return identity

    async def _verify(self, token: str) -> Identity:
        try:
            kid = _kid_of(token)
            claims = jwt.decode(token, await self.keys.get(kid), algorithms=[ALGORITHM]).claims
            self.rules.validate(claims)
            return _identity(claims, token)
        except (JoseError, ValueError, KeyError, TypeError, RecursionError) as fault:
            raise NotSignedIn from fault


def _kid_of(token: str) -> str:
    if len(token) > 4096 or token.count(".") != 2:
        raise ValueError("not a compact token")
    header = _header(token)
    if header.get("alg") != ALGORITHM or "crit" in header or not isinstance(header.get("kid"), str):
        raise ValueError("not a header of ours")
    return str(header["kid"])


def _header(token: str) -> dict[str, Any]:
    part = token.split(".", 1)[0]
    header = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    if not isinstance(header, dict):
        raise ValueError("not a header")
    return header


def _identity(claims: dict[str, Any], token: str) -> Identity:
    user_id, epoch, scope = int(claims["sub"]), claims["epoch"], claims.get("scope")
    account_status, suspended_until = claims.get("accountStatus", "active"), claims.get("suspendedUntil")
    if user_id < 1 or type(epoch) is not int or account_status not in ACCOUNT_STATUSES:
        raise ValueError("not an identity")
    if suspended_until is not None and not (
        type(suspended_until) is int and 0 <= suspended_until < _END_OF_TIME
    ):
        raise ValueError("not a moment")
    return Identity(
        user_id=user_id,
        username=str(claims["username"]),
        roles=frozenset(claims["roles"]),
        epoch=epoch,
        token_id=str(claims["jti"]),
        expires_at=int(claims["exp"]),
        token=token,
        session_id=str(claims.get("sid", "")),
        account_status=account_status,
        suspended_until=suspended_until,
        scopes=None if scope is None else frozenset(str(scope).split()),
    )
