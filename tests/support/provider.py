"""A fake OpenID Connect provider: honest by default, each lie is a switch."""

import base64
import hashlib
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, unquote, urlencode

from aiohttp import web
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, OKPKey, RSAKey

from libs.kit.process import clock

CLIENT_ID, CLIENT_SECRET = "wangi", "a secret: of/ours"
Claims = dict[str, Any]


def _unchanged(claims: Claims) -> Claims:
    return claims


@dataclass
class FakeProvider:
    """One person is signed in and consents to everything."""

    address: str = ""
    person: Claims = field(default_factory=dict)
    lie: Callable[[Claims], Claims] = _unchanged
    sign: Callable[[Claims], str] | None = None
    key: Any = field(default_factory=lambda: ECKey.generate_key("P-256", parameters={"kid": "one"}))
    algorithm: str = "ES256"
    auth_methods: tuple[str, ...] = ("client_secret_basic",)
    says_no: bool = False
    answers: Callable[[str], web.Response | None] = lambda path: None
    asked: list[str] = field(default_factory=list)
    token_forms: list[dict[str, str]] = field(default_factory=list)
    _codes: dict[str, dict[str, str]] = field(default_factory=dict)
    _access: str = field(default_factory=lambda: secrets.token_urlsafe(8))

    def use_key(self, kind: str, kid: str) -> None:
        """Rotate the key. The old one is removed from the list."""
        options: Any = {"kid": kid}
        made: dict[str, Callable[[], Any]] = {
            "RS256": lambda: RSAKey.generate_key(2048, parameters=options),
            "ES256": lambda: ECKey.generate_key("P-256", parameters=options),
            "Ed25519": lambda: OKPKey.generate_key("Ed25519", parameters=options),
        }
        self.key, self.algorithm = made[kind](), kind

    def claims(self, nonce: str | None = None, **more: Any) -> Claims:
        now = int(clock.about_now().timestamp())
        usual = {"iss": self.address, "aud": CLIENT_ID, "iat": now, "exp": now + 300, **self.person, **more}
        return usual | ({"nonce": nonce} if nonce is not None else {})

    def id_token(self, claims: Claims) -> str:
        if self.sign is not None:
            return self.sign(claims)
        header = {"alg": self.algorithm, "kid": self.key.kid}
        return jwt.encode(header, claims, self.key, algorithms=[self.algorithm])

    def app(self) -> web.Application:
        app = web.Application(middlewares=[self._note_request])
        app.router.add_get("/.well-known/openid-configuration", self._about)
        app.router.add_get("/authorize", self._authorize)
        app.router.add_post("/token", self._token)
        app.router.add_get("/userinfo", self._userinfo)
        app.router.add_get("/jwks", self._jwks)
        return app

    @web.middleware
    async def _note_request(self, request: web.Request, handler: Any) -> web.StreamResponse:
        self.asked.append(request.path)
        other = self.answers(request.path)
        return other if other is not None else await handler(request)

    async def _about(self, request: web.Request) -> web.Response:
        return web.json_response(
            {
                "issuer": self.address,
                "authorization_endpoint": f"{self.address}/authorize",
                "token_endpoint": f"{self.address}/token",
                "userinfo_endpoint": f"{self.address}/userinfo",
                "jwks_uri": f"{self.address}/jwks",
                "token_endpoint_auth_methods_supported": list(self.auth_methods),
            }
        )

    async def _authorize(self, request: web.Request) -> web.Response:
        asked = dict(request.query)
        back = {"state": asked["state"], "iss": self.address}
        if self.says_no:
            back |= {"error": "access_denied", "error_description": "The user said\n no."}
        else:
            code = secrets.token_urlsafe(8)
            self._codes[code] = asked
            back["code"] = code
        raise web.HTTPFound(f"{asked['redirect_uri']}?{urlencode(back)}")

    async def _token(self, request: web.Request) -> web.Response:
        form = {name: values[0] for name, values in parse_qs(await request.text()).items()}
        self.token_forms.append(form)
        asked = self._codes.pop(form.get("code", ""), None)
        if asked is None or not self._knows(request, form) or not _fits(asked, form):
            return web.json_response({"error": "invalid_grant"}, status=400)
        claims = self.lie(self.claims(asked.get("nonce")))
        return web.json_response({"access_token": self._access, "id_token": self.id_token(claims)})

    def _knows(self, request: web.Request, form: dict[str, str]) -> bool:
        if "client_secret_basic" not in self.auth_methods:
            return (form.get("client_id"), form.get("client_secret")) == (CLIENT_ID, CLIENT_SECRET)
        scheme, _, pair = request.headers.get("Authorization", "").partition(" ")
        name, _, secret = base64.b64decode(pair).decode().partition(":")
        return (scheme, unquote(name), unquote(secret)) == ("Basic", CLIENT_ID, CLIENT_SECRET)

    async def _userinfo(self, request: web.Request) -> web.Response:
        if request.headers.get("Authorization") != f"Bearer {self._access}":
            return web.json_response({}, status=401)
        return web.json_response({"sub": self.person["sub"], **self.person.get("beside", {})})

    async def _jwks(self, request: web.Request) -> web.Response:
        return web.json_response(KeySet([self.key]).as_dict(private=False))


def _fits(asked: dict[str, str], form: dict[str, str]) -> bool:
    digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
    challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
    same = (asked["code_challenge_method"], asked["code_challenge"]) == ("S256", challenge)
    return same and asked["redirect_uri"] == form.get("redirect_uri")


@asynccontextmanager
async def a_provider(**options: Any) -> AsyncIterator[FakeProvider]:
    provider = FakeProvider(**options)
    runner = web.AppRunner(provider.app())
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    provider.address = f"http://{host}:{port}"
    try:
        yield provider
    finally:
        await runner.cleanup()
