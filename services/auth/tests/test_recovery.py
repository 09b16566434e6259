import asyncio

import pytest

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.providers.queries import link_identity
from services.auth.tests.authenticator import Device
from services.auth.tests.keyholders import a_key, own_keys
from services.auth.tests.people import PASSWORD, Person, a_person, mails_to, registered, token_in
from services.auth.tests.receivers import a_webhook, own_webhooks
from services.auth.tests.test_passkeys import added, sign_in
from services.auth.tests.test_undo import with_second_factor

pytestmark = pytest.mark.servers


NEW = "Bunga-raya-44"


async def a_reset(auth: Service, person: Person) -> str:
    answer = await auth.http.post("/api/v1/auth/forgot-password", json={"email": person.form["email"]})
    assert answer.status_code == 200
    return token_in((await mails_to(auth, person.form["email"]))[-1])


async def test_password_reset_by_mail_ends_every_session(auth: Service) -> None:
    """AUTH-08, AUTH-24, AUTH-37, AUTH-41, C13, P-F2"""
    person = await a_person(auth)
    token = await a_reset(auth, person)
    answer = await auth.http.post("/api/update-password", json={"token": token, "password": NEW})
    assert answer.json()["success"] is True
    assert answer.json()["message"] == "Your password has been reset. You can sign in now."
    assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 401
    assert (await person.elsewhere().sign_in()).status_code == 401
    assert (await person.elsewhere().sign_in(password=NEW)).status_code == 200
    subjects = [mail.subject for mail in await mails_to(auth, person.form["email"])]
    assert "Your password was changed" in subjects


async def ways_of(auth: Service, person: Person) -> dict[str, set[str]]:
    passkeys = await auth.rows("SELECT name FROM passkeys WHERE user_id = :id", id=person.id)
    providers = await auth.rows("SELECT provider FROM outside_identities WHERE user_id = :id", id=person.id)
    return {
        "passkeys": {row["name"] for row in passkeys},
        "providers": {row["provider"] for row in providers},
    }


async def test_reset_removes_recent_sign_in_methods_and_names_older_ones(
    auth: Service,
) -> None:
    person, thiefs = await a_person(auth), Device()
    await added(person, Device(), "Old key")
    await link_provider(auth, person, "lama")
    clock.forward(days=29)
    person.token = (await person.call("POST", "/api/v1/auth/refresh")).json()["token"]
    await added(person, thiefs, "Thief's key")
    await link_provider(auth, person, "baru")
    clock.forward(days=2)
    token = await a_reset(auth, person)
    answer = await auth.http.post("/api/update-password", json={"token": token, "password": NEW})
    named = {
        "removedPasskeys": ["Thief's key"], "removedProviders": ["baru"],
        "keptPasskeys": ["Old key"], "keptProviders": ["lama"],
    }  # fmt: skip
    assert {name: answer.json()[name] for name in named} == named
    assert await ways_of(auth, person) == {"passkeys": {"Old key"}, "providers": {"lama"}}
    assert (await sign_in(auth, thiefs)).status_code == 401
    mail = (await mails_to(auth, person.form["email"]))[-1]
    assert 'We removed the passkey "Thief\'s key"' in mail.text
    assert "We unlinked baru" in mail.text
    assert 'The passkey "Old key" can still sign in.' in mail.text
    assert "lama can still sign in" in mail.text


async def test_reset_without_other_sign_in_methods_names_none(auth: Service) -> None:
    person = await a_person(auth)
    token = await a_reset(auth, person)
    answer = await auth.http.post("/api/update-password", json={"token": token, "password": NEW})
    named = [value for name, value in answer.json().items() if name not in ("success", "message")]
    assert named == [[], False, [], [], []]
    mail = (await mails_to(auth, person.form["email"]))[-1]
    assert mail.subject == "Your password was changed"
    assert "passkey" not in mail.text


@pytest.mark.parametrize("language", ["en", "ms"])
async def test_mail_about_a_changed_password_names_what_still_works(auth: Service, language: str) -> None:
    """P-F2"""
    person = await a_person(auth)
    await person.call("PATCH", f"/api/user/{person.id}", json={"language": language})
    ended = await a_key(person, name="Ended")
    await person.call("DELETE", f"{own_keys(person)}/{ended['key']['id']}")
    await a_key(person, name="Expired", days=1)
    clock.forward(days=2)
    await person.sign_in()
    await a_key(person, name="Stock sync")
    await a_webhook(person, name="Till")
    paused = (await a_webhook(person, name="Paused"))["webhook"]["id"]
    assert (await person.call("POST", f"{own_webhooks(person)}/{paused}/pause")).status_code == 200
    form = {"currentPassword": PASSWORD, "newPassword": NEW}
    assert (await person.call("POST", "/api/user/change-password", json=form)).status_code == 200
    mail = (await mails_to(auth, person.form["email"]))[-1]
    named = [
        name for name in ("Ended", "Expired", "Stock sync", "Till", "Paused") if f'"{name}"' in mail.text
    ]
    assert named == ["Stock sync", "Till"]
    assert mail.language == language


@pytest.mark.parametrize(("days", "code"), [(2, None), (40, "two_factor_required")])
async def test_reset_turns_off_a_recent_second_factor_only(
    auth: Service, days: int, code: str | None
) -> None:
    person = await a_person(auth)
    await with_second_factor(person)
    clock.forward(days=days)
    token = await a_reset(auth, person)
    answer = await auth.http.post("/api/update-password", json={"token": token, "password": NEW})
    assert answer.json()["removedSecondFactor"] is (code is None)
    assert (await person.elsewhere().sign_in(password=NEW)).json().get("code") == code
    mails = await mails_to(auth, person.form["email"])
    (mail,) = [mail for mail in mails if mail.subject == "Your password was changed"]
    assert ("We turned off two-step sign-in" in mail.text) is (code is None)


@pytest.mark.parametrize("way", ["reset", "change"])
async def test_new_password_ends_an_intruders_change_of_address(auth: Service, way: str) -> None:
    """P-F2"""
    person = await a_person(auth)
    token = await a_reset(auth, person)
    intruder = person.elsewhere()
    await intruder.sign_in()
    evil = f"evil-{person.form['email']}"
    changed = await intruder.move(evil)
    assert changed.json()["pendingEmail"] == evil
    if way == "reset":
        await auth.http.post("/api/update-password", json={"token": token, "password": NEW})
    else:
        form = {"currentPassword": PASSWORD, "newPassword": NEW}
        assert (await person.call("POST", "/api/user/change-password", json=form)).status_code == 200
    assert await mails_to(auth, evil) == []
    (row,) = await auth.rows("SELECT pending_email FROM users WHERE id = :id", id=person.id)
    assert row["pending_email"] is None


async def link_provider(auth: Service, person: Person, provider: str) -> None:
    async with auth.database.transaction() as session:
        values = {"provider": provider, "subject": str(person.id), "user_id": person.id}
        await link_identity(session, values | {"linked_at": await clock.now(session)})


async def test_reset_link_works_once_under_concurrency(auth: Service) -> None:
    """P-F3, S07"""
    person = await a_person(auth)
    token = await a_reset(auth, person)
    asked = {"token": token, "password": NEW}
    answers = await asyncio.gather(*(auth.http.post("/api/update-password", json=asked) for _ in range(8)))
    assert sorted(a.status_code for a in answers) == [200] + [400] * 7


async def test_reset_link_is_voided_by_newer_link_time_and_password_change(auth: Service) -> None:
    """AUTH-39, P-F3, S07"""
    person = await a_person(auth)
    older = await a_reset(auth, person)
    newer = await a_reset(auth, person)
    changed = await person.call(
        "POST", "/api/user/change-password", json={"currentPassword": PASSWORD, "newPassword": NEW}
    )
    assert changed.status_code == 200
    for token in (older, newer):
        answer = await auth.http.post(
            "/api/update-password", json={"token": token, "password": "Cempaka-12x"}
        )
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_link")
    late = await a_reset(auth, person)
    clock.forward(minutes=31)
    answer = await auth.http.post("/api/update-password", json={"token": late, "password": "Cempaka-12x"})
    assert answer.status_code == 400


async def test_link_of_other_kind_or_person_is_refused(auth: Service) -> None:
    """S07"""
    person = await a_person(auth)
    reset = await a_reset(auth, person)
    assert (await auth.http.post("/api/verify-email", json={"token": reset})).status_code == 400
    form = await registered(auth)
    verify = token_in((await mails_to(auth, form["email"]))[-1])
    answer = await auth.http.post("/api/update-password", json={"token": verify, "password": NEW})
    assert answer.status_code == 400
    assert (await auth.http.post("/api/verify-email", json={"token": verify})).status_code == 200
    assert (
        await auth.http.post("/api/update-password", json={"token": reset, "password": NEW})
    ).status_code == 200


@pytest.mark.parametrize("header", ["Host", "X-Forwarded-Host", "Forwarded", "X-Original-URL"])
async def test_link_host_comes_from_settings(auth: Service, header: str) -> None:
    """P-F3, S07"""
    person = await a_person(auth)
    poison = {header: "host=evil.example" if header == "Forwarded" else "evil.example"}
    await auth.http.post("/api/v1/auth/forgot-password", json={"email": person.form["email"]}, headers=poison)
    mail = (await mails_to(auth, person.form["email"]))[-1]
    assert "evil" not in mail.text + mail.html
    assert auth.app.state.settings.base_url + "/reset-password#token=" in mail.text


@pytest.mark.parametrize(
    ("password", "sentence"),
    [
        ("short77", "Password must be at least 8 characters"),
        ("password1", "This password is too common. Choose another one."),
    ],
)
async def test_weak_new_password_is_refused_and_link_stays_valid(
    auth: Service, password: str, sentence: str
) -> None:
    """AUTH-38"""
    person = await a_person(auth)
    token = await a_reset(auth, person)
    weak = await auth.http.post("/api/update-password", json={"token": token, "password": password})
    assert weak.json()["details"]["fields"] == [{"field": "password", "message": sentence}]
    own = await auth.http.post(
        "/api/update-password", json={"token": token, "password": "x-" + person.form["username"] + "-1"}
    )
    assert own.status_code == 422
    assert (
        await auth.http.post("/api/update-password", json={"token": token, "password": NEW})
    ).status_code == 200


async def test_password_change_ends_other_sessions(auth: Service) -> None:
    """AUTH-42, AUTH-44, PROF-16, P-F2"""
    person = await a_person(auth)
    other = person.elsewhere()
    await other.sign_in()
    wrong = await person.call(
        "POST", "/api/user/change-password", json={"currentPassword": "not-this-one", "newPassword": NEW}
    )
    assert (wrong.status_code, wrong.json()["message"]) == (401, "Current password is incorrect.")
    answer = await person.call(
        "POST", "/api/user/change-password", json={"currentPassword": PASSWORD, "newPassword": NEW}
    )
    assert answer.json()["success"] is True
    person.token = answer.json()["token"]
    assert (await person.call("GET", "/api/v1/auth/me")).status_code == 200
    assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 200
    assert (await other.call("POST", "/api/v1/auth/refresh")).status_code == 401


async def test_mail_requests_answer_alike_for_unknown_addresses(auth: Service) -> None:
    """P-F4, S08"""
    person = await a_person(auth)
    for path in ("forgot-password", "resend-verification"):
        known = await auth.http.post(f"/api/v1/auth/{path}", json={"email": person.form["email"]})
        unknown = await auth.http.post(f"/api/v1/auth/{path}", json={"email": "nobody@mail.example"})
        assert (known.status_code, known.text) == (unknown.status_code, unknown.text) == (200, known.text)
        assert set(known.headers) == set(unknown.headers)
    assert await mails_to(auth, "nobody@mail.example") == []


async def test_password_mails_per_address_are_limited(auth: Service) -> None:
    person = await a_person(auth)
    for _ in range(9):
        answer = await auth.http.post("/api/v1/auth/forgot-password", json={"email": person.form["email"]})
        assert answer.status_code == 200
    assert len(await mails_to(auth, person.form["email"])) == 5  # The verification, and four of the nine.
