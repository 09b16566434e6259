import itertools
from dataclasses import dataclass
from typing import Any

import pytest

from libs.kit.testing import Service
from services.auth.tests.people import PASSWORD, Person, a_person, an_admin, mails_to, token_in
from tests.security.test_matrix import (  # noqa: F401 - a fixture
    OF_THE_STAFF,
    OPERATIONS,
    ROLES,
    Everybody,
    everybody,
)

pytestmark = pytest.mark.servers
ADDRESS, BIO = "canary-jalan-rahsia-7", "canary-public-bio"


@dataclass
class Canary:
    person: Person
    private: dict[str, str]

    def sung_in(self, text: str, but_for: tuple[str, ...] = ()) -> list[str]:
        return [name for name, words in self.private.items() if words in text and name not in but_for]


_NUMBERS = itertools.count(1)


@pytest.fixture(scope="module")
async def canary(auth: Service) -> Canary:
    number = next(_NUMBERS)  # Unique per file.
    email = f"canary-e-mail-{number}@mail.example"
    person = await a_person(auth, email=email, lastName="Canary-Lastname")
    phone = person.elsewhere()
    phone.cookies = {}
    headers = {
        "X-Forwarded-For": "198.51.100.231",
        "User-Agent": "Mozilla/5.0 (X11; Linux) canary-agent Firefox/1",
    }
    form = {"username": person.form["username"], "password": PASSWORD}
    await phone.call("POST", "/api/v1/auth/login", json=form, headers=headers)
    wanted = {"address": ADDRESS, "bio": BIO, "email": f"canary-pending-{number}@mail.example"}
    proof = await person.proof()
    assert (
        await person.call("PATCH", f"/api/user/{person.id}", json=wanted, headers=proof)
    ).status_code == 200
    await auth.http.post("/api/v1/auth/forgot-password", json={"email": person.form["email"]})
    link = token_in((await mails_to(auth, person.form["email"]))[-1])
    (row,) = await auth.rows("SELECT password_hash FROM users WHERE id = :id", id=person.id)
    private = {
        "email": person.form["email"],
        "pending address": wanted["email"],
        "address": ADDRESS,
        "last name": "Canary-Lastname",
        "hash": row["password_hash"],
        "link": link,
        "link id": link.split(".")[0],
        "session": phone.cookies["wangi_refresh"].split(".")[0],
        "refresh token": phone.cookies["wangi_refresh"],
        "device": phone.cookies["wangi_device"],
        "proof": proof["Wangi-Proof"],
        "token": person.token,
        "network": "198.51.100.",
        "agent": "canary-agent",
    }
    return Canary(person, private)


def text_of(answer: Any) -> str:
    return f"{answer.text} {answer.headers.multi_items()}"


@pytest.mark.parametrize("role", ROLES)
async def test_no_answer_has_private_data_of_others(
    everybody: Everybody,  # noqa: F811
    canary: Canary,
    role: str,
) -> None:
    """S04, P-G1"""
    for operation in OPERATIONS:
        answer = await everybody.ask(operation, role, at=canary.person.id)
        staff = role in (*OF_THE_STAFF, "admin") and "/api/admin/users" in operation
        assert not canary.sung_in(text_of(answer), ("email", "last name") if staff else ()), operation


async def test_staff_see_addresses_and_no_secrets(auth: Service, canary: Canary) -> None:
    """S04"""
    admin, path = await an_admin(auth), f"/api/admin/users/{canary.person.id}"
    answers = [await admin.call("GET", f"/api/admin/users?search={canary.person.form['username']}")]
    for method, verb, body in (
        ("POST", "suspend", {"days": 1, "reason": "x"}), ("POST", "suspend", {"days": 0, "reason": "x"}),
        ("PATCH", "seller-rights", {"isSeller": True, "reason": "x"}), ("GET", "acts", None),
    ):  # fmt: skip
        answers.append(await admin.call(method, f"{path}/{verb}", json=body))
    assert canary.private["email"] in answers[0].text
    for answer in answers:
        assert answer.status_code == 200
        assert not canary.sung_in(text_of(answer), ("email", "last name"))


async def test_public_data_is_visible_to_strangers(auth: Service, canary: Canary) -> None:
    """S04"""
    shown = await auth.http.get(f"/api/sellers/{canary.person.id}")
    assert BIO in shown.text
    assert not canary.sung_in(text_of(shown))
    card = await auth.ask(f"/internal/people?ids={canary.person.id}")
    assert canary.person.form["username"] in card.text
    assert not canary.sung_in(text_of(card))


async def test_no_outbox_event_has_private_data(
    everybody: Everybody,  # noqa: F811
    canary: Canary,
) -> None:
    """P-G1, S04"""
    for name, service in everybody.services.items():
        for row in await service.rows("SELECT payload FROM outbox"):
            assert not canary.sung_in(bytes(row["payload"]).decode()), name


async def test_control_whole_row_answer_is_detected(auth: Service, canary: Canary) -> None:
    """P-G1"""
    (row,) = await auth.rows("SELECT * FROM users WHERE id = :id", id=canary.person.id)
    assert {"email", "pending address", "address", "last name", "hash"} <= set(canary.sung_in(str(row)))
