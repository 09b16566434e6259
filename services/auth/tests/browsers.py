import contextlib
import itertools
import json
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from libs.kit.testing import Service
from services.auth.push.encryption import public_bytes
from services.auth.push.rules import as_text
from services.auth.push.sending import PushSender
from services.auth.tests.auctioned_listings import AuctionedListing, an_auctioned_listing
from services.auth.tests.people import Person
from services.auth.tests.receivers import no_name
from services.auth.webhooks.client import WebhookClient

_numbers = itertools.count(1)


def _hash(key: bytes, content: bytes) -> bytes:
    mac = hmac.HMAC(key, hashes.SHA256())
    mac.update(content)
    return mac.finalize()


@dataclass
class FakeBrowser:
    """Decrypts push messages by RFC 8291, independently of our code."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    def read(self, sealed: bytes) -> bytes:
        salt, size, sender = sealed[:16], int.from_bytes(sealed[16:20]), sealed[21 : 21 + sealed[20]]
        assert (size, len(sender)) == (4096, 65)
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        )
        info = b"WebPush: info\0" + public_bytes(self.key) + sender
        root = _hash(salt, _hash(_hash(self.secret, shared), info + b"\x01"))
        key = _hash(root, b"Content-Encoding: aes128gcm\0\x01")[:16]
        nonce = _hash(root, b"Content-Encoding: nonce\0\x01")[:12]
        try:
            padded = AESGCM(key).decrypt(nonce, sealed[21 + sealed[20] :], None)
        except InvalidTag:
            raise ValueError("not for this browser") from None
        content, mark, rest = padded.rpartition(b"\x02")
        assert (mark, rest.strip(b"\0")) == (b"\x02", b"")
        return content

    def form(self, endpoint: str) -> dict[str, str]:
        return {
            "endpoint": endpoint,
            "publicKey": as_text(public_bytes(self.key)),
            "secret": as_text(self.secret),
        }


@dataclass
class PushService:
    address: str = ""
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)
    came: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    async def take(self, request: web.Request) -> web.Response:
        self.came.append((request.path, dict(request.headers), await request.read()))
        return web.Response(status=self.status, headers=self.headers)

    def read(self, browser: FakeBrowser) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for _, _, body in self.came:
            with contextlib.suppress(ValueError):
                found.append(json.loads(browser.read(body)))
        return found


@contextlib.asynccontextmanager
async def a_push_service(**changes: Any) -> AsyncIterator[PushService]:
    service = PushService(**changes)
    app = web.Application()
    app.router.add_post("/{path:.*}", service.take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    service.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield service
    finally:
        await runner.cleanup()


def own_devices(person: Person) -> str:
    return f"/api/user/{person.id}/push-devices"


async def turn_on(person: Person, service: PushService, browser: FakeBrowser | None = None) -> FakeBrowser:
    browser = browser or FakeBrowser()
    form = browser.form(f"{service.address}/push/{next(_numbers)}")
    answer = await person.call("POST", own_devices(person), json=form)
    assert answer.status_code == 201, answer.text
    return browser


async def devices_of(person: Person) -> list[dict[str, Any]]:
    answer = await person.call("GET", own_devices(person))
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["devices"]
    return found


async def push_all(auth: Service) -> int:
    client = WebhookClient(to_loopback=True, lookup=no_name)
    sender, taken = PushSender(auth.database, auth.app.state.auth.push_signer, client, to_loopback=True), 0
    try:
        while some := await sender.send_due():
            taken += some
    finally:
        await client.close()
    return taken


async def waiting(auth: Service) -> int:
    (row,) = await auth.rows("SELECT count(*) AS n FROM push_messages")
    return int(row["n"])


async def outbid(auth: Service, service: PushService) -> tuple[AuctionedListing, FakeBrowser]:
    listing = await an_auctioned_listing(auth)
    browser = await turn_on(listing.bidder, service)
    await auth.deliver(listing.outbid())
    return listing, browser
