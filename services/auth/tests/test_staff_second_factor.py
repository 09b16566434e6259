from collections.abc import Iterator
from typing import Any

import pytest

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.passkeys.queries import add_passkey, list_passkeys
from services.auth.settings import AuthSettings
from services.auth.staff import service as staff_service
from services.auth.staff.rules import StaffRole
from services.auth.tests.people import PASSWORD, Person, a_person, one_of_the_staff
from services.auth.tests.test_second_factor import digits


@pytest.fixture
def strict(auth: Service) -> Iterator[Service]:
    services = auth.app.state.auth
    own = services.settings
    services.settings = own.model_copy(update={"wangi_staff_second_factor": True})
    yield auth
    services.settings = own


async def may_work(staffer: Person) -> bool:
    answer = await staffer.call("GET", "/api/admin/users")
    assert answer.status_code in (200, 403)
    return bool(answer.status_code == 200)


async def account(person: Person) -> Any:
    return (await person.call("GET", "/api/v1/auth/me")).json()


async def turn_on(person: Person) -> str:
    path = f"/api/user/{person.id}/two-factor"
    secret = str((await person.call("POST", path, json={"password": PASSWORD})).json()["secret"])
    code = digits(secret, clock.about_now())
    assert (await person.call("POST", f"{path}/confirm", json={"code": code})).status_code == 200
    clock.forward(minutes=1)
    return secret


async def refresh(person: Person) -> Any:
    answer = await person.call("POST", "/api/v1/auth/refresh")
    if answer.status_code == 200:
        person.token = answer.json()["token"]
    return answer


async def give_role(auth: Service, person: Person, role: StaffRole) -> None:
    async with auth.database.transaction() as session:
        await staff_service.give_role(session, person.id, role, reason="a test needs one")


@pytest.mark.servers
async def test_role_counts_when_given_after_two_step_sign_in(strict: Service) -> None:
    staffer = await one_of_the_staff(strict, "moderator")
    assert not await may_work(staffer)
    shown = await account(staffer)
    assert (shown["staffRole"], shown["waitsForSecondFactor"]) == (None, True)
    secret = await turn_on(staffer)
    assert not await may_work(staffer), "who turned it on may be another who knows the password"
    await give_role(strict, staffer, "moderator")
    signed_in = await staffer.sign_in(code=digits(secret, clock.about_now()))
    assert signed_in.json()["user"]["staffRole"] == "moderator"
    assert await may_work(staffer)
    clock.forward(minutes=1)
    body = {"password": PASSWORD, "code": digits(secret, clock.about_now())}
    stopped = await staffer.call("DELETE", f"/api/user/{staffer.id}/two-factor", json=body)
    assert stopped.status_code == 200
    assert (await account(staffer)).get("code") == "not_signed_in", "its token named a role"
    assert (await refresh(staffer)).json()["user"]["waitsForSecondFactor"] is True
    assert not await may_work(staffer)


@pytest.mark.servers
async def test_password_thief_never_gets_staff_role(strict: Service) -> None:
    """S01"""
    staffer = await one_of_the_staff(strict, "admin")
    thief = staffer.elsewhere()
    await thief.sign_in()
    await turn_on(thief)
    await refresh(thief)
    assert not await may_work(thief)
    owner = await a_person(strict)
    await owner.sign_in()
    early = owner.elsewhere()
    await early.sign_in()
    async with strict.database.transaction() as session:
        await add_passkey(session, a_passkey(owner.id))
    secret = await turn_on(owner)
    await give_role(strict, owner, "finance")
    assert (await refresh(early)).status_code == 401
    async with strict.database.reading() as session:
        assert await list_passkeys(session, owner.id) == []
    assert (await early.sign_in()).json()["code"] == "two_factor_required"
    assert (await owner.sign_in(code=digits(secret, clock.about_now()))).status_code == 200
    assert await may_work(owner)


def a_passkey(user_id: int) -> dict[str, Any]:
    return {
        "id": user_id.to_bytes(8, "big"), "user_id": user_id, "public_key": b"key", "sign_count": 0,
        "name": "A phone", "created_at": clock.about_now(),
    }  # fmt: skip


@pytest.mark.servers
async def test_other_people_need_no_second_factor(strict: Service) -> None:
    person = await a_person(strict)
    await person.sign_in()
    elsewhere = person.elsewhere()
    await elsewhere.sign_in()
    await turn_on(person)
    assert (await account(elsewhere))["waitsForSecondFactor"] is False
    assert (await refresh(elsewhere)).status_code == 200


@pytest.mark.servers
async def test_role_counts_at_once_if_second_factor_is_optional(auth: Service) -> None:
    staffer = await one_of_the_staff(auth, "support")
    assert await may_work(staffer)
    assert (await account(staffer))["waitsForSecondFactor"] is False


@pytest.mark.parametrize(
    ("chosen", "production", "asks"),
    [(None, False, False), (None, True, True), (False, True, False), (True, False, True)],
)
def test_second_factor_is_required_in_production_by_default(
    chosen: bool | None, production: bool, asks: bool
) -> None:
    settings = AuthSettings(wangi_staff_second_factor=chosen).model_copy(
        update={"environment": "production" if production else "local"}
    )
    assert settings.asks_staff_for_second_factor is asks
