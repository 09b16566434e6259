"""OpenID Connect client. Requests only configured URLs, follows no redirects and uses short timeouts."""

import asyncio
import base64
import hashlib
import json
import time
import warnings
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import aiohttp
from joserfc import jwt
from joserfc.errors import JoseError, SecurityWarning
from joserfc.jwk import KeySet

from services.auth.providers.rules import ALGORITHMS
from services.auth.settings import ProviderSettings

TIMEOUT_SECONDS, MAX_BYTES = 5, 256 * 1024


KEPT_SECONDS, PAUSE_SECONDS = 600.0, 30.0


AT_HOME = ("localhost", "127.0.0.1", "::1")


class ProviderAway(Exception):
    pass


class TokenRefused(Exception):
    pass


@dataclass
class Provider:
    settings: ProviderSettings
    _about: dict[str, Any] | None = None
    _about_until: float = 0.0
    _keys: KeySet | None = None
    _keys_at: float = field(default=float("-inf"))
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def authorization_url(self, *, redirect_uri: str, state: str, nonce: str, verifier: str) -> str:
        digest = hashlib.sha256(verifier.encode()).digest()
        asked = {
            "response_type": "code",
            "client_id": self.settings.client_id,
            "redirect_uri": redirect_uri,
            "scope": self.settings.scopes,
            "state": state,
            "nonce": nonce,
            "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="),
            "code_challenge_method": "S256",
        }
        endpoint = _safe((await self.about()).get("authorization_endpoint"))
        return f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(asked)}"

    async def exchange(self, code: str, *, redirect_uri: str, verifier: str) -> dict[str, Any]:
        about = await self.about()
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect_uri,
            "code_verifier": verifier,
        }
        headers = {"Accept": "application/json"}
        secret = self.settings.client_secret.get_secret_value()
        ways = about.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
        if "client_secret_basic" in ways:
            pair = f"{quote(self.settings.client_id, safe='')}:{quote(secret, safe='')}"
            headers["Authorization"] = "Basic " + base64.b64encode(pair.encode()).decode()
        else:
            form |= {"client_id": self.settings.client_id, "client_secret": secret}
        return await _request("POST", _safe(about.get("token_endpoint")), data=form, headers=headers)

    async def about_person(self, access_token: str) -> dict[str, Any]:
        endpoint = (await self.about()).get("userinfo_endpoint")
        if not endpoint:
            return {}
        return await _request("GET", _safe(endpoint), headers={"Authorization": f"Bearer {access_token}"})

    async def verify_id_token(self, id_token: str) -> dict[str, Any]:
        """Verifies only the signature. Call `check_claims` for the content."""
        try:
            return _decoded(id_token, await self._key_set())
        except (JoseError, ValueError, TypeError, RecursionError) as fault:
            newer = await self._key_set(renew=True)  # The provider may have rotated its keys.
            if newer is None:
                raise TokenRefused(type(fault).__name__) from fault
        try:
            return _decoded(id_token, newer)
        except (JoseError, ValueError, TypeError, RecursionError) as fault:
            raise TokenRefused(type(fault).__name__) from fault

    async def about(self) -> dict[str, Any]:
        """Refuses metadata that names another issuer than the configured one."""
        if self._about is None or time.monotonic() > self._about_until:
            url = _safe(self.settings.issuer.rstrip("/") + "/.well-known/openid-configuration")
            about = await _request("GET", url)
            if about.get("issuer") != self.settings.issuer:
                raise ProviderAway("it speaks for another issuer")
            self._about, self._about_until = about, time.monotonic() + KEPT_SECONDS
        return self._about

    async def _key_set(self, *, renew: bool = False) -> Any:
        """Returns the provider's keys. `renew` requests them again, or returns None if they were requested
        seconds ago."""
        async with self._lock:
            age = time.monotonic() - self._keys_at
            if renew and age < PAUSE_SECONDS:
                return None
            if renew or self._keys is None or age > KEPT_SECONDS:
                answer = await _request("GET", _safe((await self.about()).get("jwks_uri")))
                self._keys, self._keys_at = _public_keys(answer), time.monotonic()
            return self._keys


def issuer_in(token: str) -> str | None:
    try:
        part = token.split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except (ValueError, IndexError, RecursionError):
        return None
    issuer = claims.get("iss") if isinstance(claims, dict) else None
    return issuer if isinstance(issuer, str) else None


def _decoded(id_token: str, keys: Any) -> dict[str, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SecurityWarning)  # Many providers write Ed25519 as EdDSA.
        return dict(jwt.decode(id_token, keys, algorithms=list(ALGORITHMS)).claims)


def _public_keys(key_set: dict[str, Any]) -> KeySet:
    keys = key_set.get("keys")
    usable = [
        key
        for key in (keys if isinstance(keys, list) else [])
        if isinstance(key, dict) and key.get("kty") in ("RSA", "EC", "OKP") and key.get("use", "sig") == "sig"
    ]
    try:
        return KeySet.import_key_set({"keys": usable})
    except (JoseError, ValueError, KeyError, TypeError) as fault:
        raise ProviderAway("its keys cannot be read") from fault


def _safe(url: Any) -> str:
    parts = urlsplit(url) if isinstance(url, str) else urlsplit("")
    if parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in AT_HOME):
        return parts.geturl()
    raise ProviderAway("its address is not safe")


async def _request(method: str, url: str, **options: Any) -> dict[str, Any]:
    timeout = aiohttp.ClientTimeout(total=TIMEOUT_SECONDS)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout, cookie_jar=aiohttp.DummyCookieJar()) as http,
            http.request(method, url, allow_redirects=False, **options) as response,
        ):
            if response.status != 200:
                raise ProviderAway(f"it answered {response.status}")
            answer = json.loads(await _bounded(response))
    except (aiohttp.ClientError, TimeoutError, ValueError, RecursionError) as away:
        raise ProviderAway(type(away).__name__) from away
    if not isinstance(answer, dict):
        raise ProviderAway("it answered nonsense")
    return answer


async def _bounded(response: aiohttp.ClientResponse) -> bytes:
    body = bytearray()
    async for part in response.content.iter_chunked(16 * 1024):
        body += part
        if len(body) > MAX_BYTES:
            raise ProviderAway("it answers without end")
    return bytes(body)
