import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from libs.kit.errors import Unavailable
from libs.kit.http.client import Answer, InternalClient
from libs.kit.testing import Service
from services.auth.mail.outbid import send_due
from services.auth.mail.service import MailSender
from services.auth.mail.templates import TEMPLATES, MailTemplates, RenderedMail
from services.auth.staff.rules import StaffRole

PASSWORD = "Kasturi-laut-9"


_numbers = itertools.count(1)


# Reading templates takes longer than sending a mail.
_templates = MailTemplates(TEMPLATES)


@dataclass
class FakeTransport:
    sent: list[tuple[str, RenderedMail]] = field(default_factory=list)
    fault: Exception | None = None

    async def send(self, mail: RenderedMail, *, to: str, message_id: str) -> None:
        if self.fault is not None:
            raise self.fault
        self.sent.append((to, mail))


class Auctions(InternalClient):
    def __init__(self, stands: Mapping[int, dict[str, Any]] | None = None, *, away: bool = False) -> None:
        self.stands = stands or {}
        self.away = away

    async def get(self, path: str, token: str | None = None) -> Answer:
        if self.away:
            raise Unavailable
        ids = [int(item) for item in path.partition("ids=")[2].split(",")]
        known = [{"auctionId": item_id} | self.stands[item_id] for item_id in ids if item_id in self.stands]
        return Answer(200, {"auctions": known})

    async def post(self, path: str, body: Mapping[str, Any], token: str | None = None) -> Answer:
        raise AssertionError(path)


class Boost(InternalClient):
    def __init__(self, *, is_known: bool = False, away: bool = False) -> None:
        self.is_known, self.away = is_known, away

    async def get(self, path: str, token: str | None = None) -> Answer:
        if self.away:
            raise Unavailable
        if path.startswith("/internal/payout-account-changes/"):
            return Answer(200, {"bankName": "Maybank", "lastFour": "5678"})
        if "/dealings/" in path:
            return Answer(200, {"areOpen": False})
        assert path.endswith("/payout-account"), path
        return Answer(200, {"isKnown": self.is_known})

    async def post(self, path: str, body: Mapping[str, Any], token: str | None = None) -> Answer:
        raise AssertionError(path)


async def mails_to(auth: Service, address: str) -> list[RenderedMail]:
    await send_due(auth.database, Auctions(away=True))
    transport = FakeTransport()
    boost = auth.app.state.calls["boost"]
    sender = MailSender(auth.app.state.auth, _templates, transport, boost)  # type: ignore[arg-type]
    auth.database.after_commit.pop()  # It would react to each commit of all tests.
    while await sender.send_due():
        pass
    _sent_mails.setdefault(id(auth), []).extend(transport.sent)
    return [mail for to, mail in _sent_mails[id(auth)] if to == address]


_sent_mails: dict[int, list[tuple[str, RenderedMail]]] = {}


def token_in(mail: RenderedMail) -> str:
    found = re.search(r"#(?:access_)?token=([\w.-]+)", mail.text)
    assert found, mail.text
    return found.group(1)


def a_form(**changes: Any) -> dict[str, Any]:
    number = next(_numbers)
    usual = {"username": f"person{number}", "email": f"person{number}@mail.example", "password": PASSWORD}
    return usual | {"firstName": "Siti", "lastName": "Aminah"} | changes


@dataclass
class Person:
    auth: Service
    form: dict[str, Any]
    id: int
    token: str = ""
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def bearer(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    async def call(self, method: str, path: str, **options: Any) -> Any:
        headers = {**self.bearer, **options.pop("headers", {})}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        self.auth.http.cookies.clear()
        answer = await self.auth.http.request(method, path, headers=headers, **options)
        self.cookies |= dict(answer.cookies)
        return answer

    async def sign_in(self, **changes: Any) -> Any:
        form = {"username": self.form["username"], "password": self.form["password"]} | changes
        self.token = ""
        answer = await self.call("POST", "/api/v1/auth/login", json=form)
        if answer.status_code == 200:
            self.token = answer.json()["token"]
        return answer

    async def proof(self) -> dict[str, str]:
        answer = await self.call(
            "POST", f"/api/user/{self.id}/proof", json={"password": self.form["password"]}
        )
        assert answer.status_code == 200, answer.text
        return {"Wangi-Proof": answer.json()["proof"]}

    async def move(self, email: str) -> Any:
        return await self.call(
            "PATCH", f"/api/user/{self.id}", json={"email": email}, headers=await self.proof()
        )

    def elsewhere(self) -> "Person":
        return Person(self.auth, self.form, self.id)


async def registered(auth: Service, **changes: Any) -> dict[str, Any]:
    form = a_form(**changes)
    answer = await auth.http.post("/api/v1/auth/register", json=form)
    assert answer.status_code == 201, answer.text
    return form


async def a_person(auth: Service, **changes: Any) -> Person:
    form = await registered(auth, **changes)
    (mail,) = await mails_to(auth, form["email"])
    person = Person(auth, form, 0)
    answer = await person.call("POST", "/api/verify-email", json={"token": token_in(mail)})
    assert answer.status_code == 200, answer.text
    person.id, person.token = answer.json()["user"]["id"], answer.json()["token"]
    return person


async def an_admin(auth: Service) -> Person:
    return await one_of_the_staff(auth, "admin")


async def one_of_the_staff(auth: Service, role: StaffRole) -> Person:
    from services.auth.staff import service as staff

    person = await a_person(auth)
    async with auth.database.transaction() as session:
        await staff.give_role(session, person.id, role, reason="a test needs one")
    await person.sign_in()
    return person
