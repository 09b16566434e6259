import asyncio
import base64
import contextlib
import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from libs.kit.testing import Service
from services.auth.tests.people import PASSWORD, Person, a_person
from services.auth.webhooks.client import WebhookClient
from services.auth.webhooks.sending import WebhookSender


@dataclass
class Receiver:
    address: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    came: list[tuple[dict[str, str], str]] = field(default_factory=list)
    # While it is clear, nothing is answered.
    answers: asyncio.Event = field(default_factory=asyncio.Event)
    at_once = most_at_once = 0

    async def take(self, request: web.Request) -> web.Response:
        self.came.append((dict(request.headers), await request.text()))
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await self.answers.wait()
        finally:
            self.at_once -= 1
        return web.Response(status=self.status, headers=self.headers, text="x" * 100_000)

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _, body in self.came]

    @property
    def events(self) -> list[str]:
        return [message["type"] for message in self.messages]

    @property
    def ids(self) -> list[str]:
        return [headers["webhook-id"] for headers, _ in self.came]


@contextlib.asynccontextmanager
async def a_receiver(**changes: Any) -> AsyncIterator[Receiver]:
    receiver = Receiver(**changes)
    receiver.answers.set()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", receiver.take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    receiver.address = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    try:
        yield receiver
    finally:
        receiver.answers.set()
        await runner.cleanup()


async def no_name(host: str, port: int) -> list[Any]:
    """No test queries a real resolver."""
    raise OSError(f"{host} is unknown")


@contextlib.asynccontextmanager
async def a_sender(auth: Service) -> AsyncIterator[WebhookSender]:
    client = WebhookClient(to_loopback=True, lookup=no_name)
    yield WebhookSender(auth.database, auth.app.state.auth.safe, client)
    await client.close()


async def send_all(auth: Service) -> None:
    async with a_sender(auth) as sender:
        while await sender.send_due():
            pass


def own_webhooks(person: Person) -> str:
    return f"/api/user/{person.id}/webhooks"


async def ask_for_webhook(person: Person, **changes: Any) -> Any:
    form = {"name": "Stock sync", "url": "https://hooks.example/wangi", "events": ["bid.placed"]}
    return await person.call("POST", own_webhooks(person), json=form | {"password": PASSWORD} | changes)


async def a_webhook(person: Person, **changes: Any) -> Any:
    answer = await ask_for_webhook(person, **changes)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def listener(auth: Service, receiver: Receiver, *events: str) -> tuple[Person, Any]:
    person = await a_person(auth)
    return person, await a_webhook(person, url=receiver.address, events=list(events) or ["bid.placed"])


async def deliveries(person: Person, webhook_id: int, **params: Any) -> list[dict[str, Any]]:
    answer = await person.call("GET", f"{own_webhooks(person)}/{webhook_id}/deliveries", params=params)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


async def the_webhook(person: Person, webhook_id: int) -> dict[str, Any]:
    found = (await person.call("GET", own_webhooks(person))).json()
    return next(item for item in found if item["id"] == webhook_id)


def is_signed(call: tuple[dict[str, str], str], secret: str) -> bool:
    """Verifies by the standard, independently of our code."""
    headers, body = call
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body}".encode()
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return f"v1,{expected}" in headers["webhook-signature"].split(" ")
