import hashlib
import re

import pytest

from libs.contracts.events.auth import session_mark
from libs.contracts.scopes import SCOPES
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.jobs import tidy_once
from services.auth.tests.keyholders import (
    a_key,
    ask_for_key,
    counts,
    identity_of,
    own_keys,
    rotated,
)
from services.auth.tests.makers import refused
from services.auth.tests.people import PASSWORD, a_person, an_admin, mails_to, token_in

pytestmark = pytest.mark.servers


async def test_key_needs_password_and_shows_secret_once(auth: Service) -> None:
    person = await a_person(auth)
    answer = await ask_for_key(person, name="  Stock sync ", days=30)
    assert (answer.status_code, answer.headers["cache-control"]) == (201, "no-store")
    made = answer.json()
    assert re.fullmatch(r"wangi_[0-9A-Za-z]{49}", made["secret"])
    [listed] = (await person.call("GET", own_keys(person))).json()
    assert listed == made["key"] | {"createdAt": listed["createdAt"]}
    assert (listed["name"], listed["scopes"], listed["lastUsedAt"]) == (
        "Stock sync",
        ["read", "account:read"],
        None,
    )
    assert made["secret"].startswith(listed["prefix"])
    assert made["secret"] not in str(listed)
    *_, mail = await mails_to(auth, person.form["email"])
    assert "Stock sync" in mail.text
    assert "read, account:read" in mail.text
    assert made["secret"] not in mail.text


async def test_token_alone_cannot_create_or_rotate_keys(auth: Service) -> None:
    person = await a_person(auth)
    assert refused(await ask_for_key(person, password=None)) == (403, "proof_needed")
    assert refused(await ask_for_key(person, password="Some-other-9")) == (401, "invalid_credentials")
    assert (await person.call("GET", own_keys(person))).json() == []
    key = (await a_key(person))["key"]
    bare = await person.call("POST", f"{own_keys(person)}/{key['id']}/rotate", json={})
    assert refused(bare) == (403, "proof_needed")
    proof = await person.proof()
    proven = await person.call(
        "POST", own_keys(person), json={"name": "By proof", "scopes": ["read"]}, headers=proof
    )
    assert proven.status_code == 201


async def test_only_hashes_of_key_secrets_are_stored(auth: Service) -> None:
    person = await a_person(auth)
    made = await a_key(person)
    assert await tables_with(auth, made["secret"][10:]) == []
    again = await rotated(person, made["key"]["id"])
    for secret in (made["secret"], again["secret"]):
        assert await tables_with(auth, secret[10:]) == []
    assert await tables_with(auth, again["secret"][:10]) == ["api_keys"], "the search finds what is there"
    (row,) = await auth.rows("SELECT * FROM api_keys WHERE id = :id", id=made["key"]["id"])
    assert bytes(row["secret_hash"]) == hashlib.sha256(again["secret"].encode()).digest()
    assert bytes(row["previous_hash"]) == hashlib.sha256(made["secret"].encode()).digest()


async def test_key_token_has_scopes_and_no_staff_role(auth: Service) -> None:
    admin = await an_admin(auth)
    made = await a_key(admin, scopes=["bids:write", "read", "read"])
    identity = await identity_of(auth, made["secret"])
    assert identity.user_id == admin.id
    assert identity.scopes == frozenset({"read", "bids:write"})
    assert identity.roles == frozenset({"seller"})
    assert identity.expires_at - clock.about_now().timestamp() <= 61


async def test_key_use_is_recorded_at_most_hourly(auth: Service) -> None:
    person = await a_person(auth)
    made = await a_key(person)
    seen = []
    for minutes in (0, 30, 40):
        clock.forward(minutes=minutes)
        assert await counts(auth, made["secret"])
        (row,) = await auth.rows("SELECT last_used_at FROM api_keys WHERE id = :id", id=made["key"]["id"])
        seen.append(row["last_used_at"])
    assert seen[0] == seen[1] < seen[2]


async def test_old_secret_is_valid_for_a_day_after_rotation(auth: Service) -> None:
    person = await a_person(auth)
    made = await a_key(person, days=60)
    clock.forward(days=50)
    again = await rotated(person, made["key"]["id"])
    assert again["secret"] != made["secret"]
    assert await counts(auth, made["secret"])
    assert await counts(auth, again["secret"])
    clock.forward(hours=24, seconds=1)
    assert not await counts(auth, made["secret"])
    assert await counts(auth, again["secret"])
    clock.forward(days=58)
    assert await counts(auth, again["secret"]), "the whole time begins anew"
    clock.forward(days=2)
    assert not await counts(auth, again["secret"])


async def test_rotation_can_end_old_secret_at_once(auth: Service) -> None:
    person = await a_person(auth)
    made = await a_key(person)
    old = await identity_of(auth, made["secret"])
    again = await rotated(person, made["key"]["id"], end_now=True)
    assert not await counts(auth, made["secret"])
    assert await counts(auth, again["secret"])
    assert await ended(auth, old.session_id), "tokens that are out are void as well"


async def test_second_rotation_ends_the_oldest_secret(auth: Service) -> None:
    person = await a_person(auth)
    first = await a_key(person)
    oldest = await identity_of(auth, first["secret"])
    second = await rotated(person, first["key"]["id"])
    third = await rotated(person, first["key"]["id"])
    assert [await counts(auth, item["secret"]) for item in (first, second, third)] == [False, True, True]
    assert await ended(auth, oldest.session_id)
    assert not await ended(auth, (await identity_of(auth, second["secret"])).session_id)


async def test_revoked_key_and_tokens_end_at_once(auth: Service) -> None:
    person = await a_person(auth)
    made, other = await a_key(person), await a_key(person, name="Another")
    again = await rotated(person, made["key"]["id"])
    sessions = [(await identity_of(auth, item["secret"])).session_id for item in (made, again)]
    path = f"{own_keys(person)}/{made['key']['id']}"
    assert (await person.call("DELETE", path)).status_code == 200
    assert [await counts(auth, item["secret"]) for item in (made, again, other)] == [False, False, True]
    assert [await ended(auth, session) for session in sessions] == [True, True]
    assert refused(await person.call("DELETE", path)) == (404, "not_found")
    assert [key["name"] for key in (await person.call("GET", own_keys(person))).json()] == ["Another"]


async def test_another_persons_key_is_not_found(auth: Service) -> None:
    person, thief = await a_person(auth), await a_person(auth)
    made = await a_key(person)
    for path in (own_keys(person), f"{own_keys(thief)}/{made['key']['id']}"):
        method = "GET" if path == own_keys(person) else "DELETE"
        expected = (403, "forbidden") if method == "GET" else (404, "not_found")
        assert refused(await thief.call(method, path)) == expected
    form = {"password": PASSWORD}
    path = f"{own_keys(thief)}/{made['key']['id']}/rotate"
    assert refused(await thief.call("POST", path, json=form)) == (404, "not_found")
    assert await counts(auth, made["secret"])


async def test_person_has_at_most_ten_keys(auth: Service) -> None:
    person = await a_person(auth)
    for number in range(10):
        key = (await a_key(person, name=f"Key {number}", days=1 if number else 30))["key"]
    assert refused(await ask_for_key(person)) == (409, "too_many_api_keys")
    await person.call("DELETE", f"{own_keys(person)}/{key['id']}")
    assert (await ask_for_key(person)).status_code == 201
    clock.forward(days=2)
    assert (await ask_for_key(person)).status_code == 201, "what has run out takes no place"


async def test_ended_keys_expire_and_are_bounded(auth: Service) -> None:
    person = await a_person(auth)
    for _ in range(24):
        key = (await a_key(person))["key"]
        await person.call("DELETE", f"{own_keys(person)}/{key['id']}")
    await a_key(person, days=1)
    (row,) = await auth.rows("SELECT count(*) AS n FROM api_keys WHERE user_id = :id", id=person.id)
    assert row["n"] == 21
    clock.forward(days=20)
    [expired] = (await person.call("GET", own_keys(person))).json()
    assert expired["isExpired"], "its owner sees why a program has stopped"
    clock.forward(days=12)
    await tidy_once(auth.app, auth.app.state.auth)
    assert (await person.call("GET", own_keys(person))).json() == []
    assert not await auth.rows("SELECT 1 FROM api_keys WHERE user_id = :id", id=person.id)


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"name": "  "},
        {"name": "x" * 65},
        {"name": "two\nlines"},
        {"scopes": []},
        {"scopes": ["admin"]},
        {"scopes": ["read"] * (len(SCOPES) + 1)},
        {"scopes": "read"},
        {"days": 0},
        {"days": 366},
        {"days": "30"},
        {"userId": 1},
    ],
)
async def test_invalid_key_is_refused(auth: Service, changes: dict[str, object]) -> None:
    person = await a_person(auth)
    assert refused(await ask_for_key(person, **changes)) == (422, "invalid_input")


async def test_sign_out_keeps_keys_and_recovery_revokes_them(auth: Service) -> None:
    person = await a_person(auth)
    made = await a_key(person)
    assert (await person.call("POST", "/api/v1/auth/logout-all")).status_code == 200
    assert await counts(auth, made["secret"])
    await auth.http.post("/api/v1/auth/forgot-password", json={"email": person.form["email"]})
    link = token_in((await mails_to(auth, person.form["email"]))[-1])
    form = {"token": link, "password": "Cendana-wangi-7"}
    assert (await auth.http.post("/api/update-password", json=form)).status_code == 200
    assert not await counts(auth, made["secret"])


async def test_key_events_have_no_secret(auth: Service) -> None:
    person = await a_person(auth)
    made = await a_key(person, scopes=["read"])
    again = await rotated(person, made["key"]["id"])
    await person.call("DELETE", f"{own_keys(person)}/{made['key']['id']}")
    events = await auth.recorded(f"api-key-{made['key']['id']}")
    kinds = [(event["type"].split(".")[2], event["version"], event["data"]["scopes"]) for event in events]
    steps = ("ApiKeyCreated", "ApiKeyRotated", "ApiKeyRevoked")
    assert kinds == [(kind, number, ["read"]) for number, kind in enumerate(steps, 1)]
    for secret in (made["secret"], again["secret"]):
        assert secret[10:] not in str(events)


async def ended(auth: Service, session_id: str) -> bool:
    found = await auth.rows(
        "SELECT 1 FROM ended_sessions WHERE session = :session", session=session_mark(session_id)
    )
    return bool(found)


async def tables_with(auth: Service, words: str) -> list[str]:
    found = await auth.rows(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()"
        " AND table_type = 'BASE TABLE' ORDER BY 1"
    )
    query = "SELECT 1 FROM {} AS t WHERE t::text LIKE :words LIMIT 1"
    return [item["name"] for item in found if await auth.rows(query.format(item["name"]), words=f"%{words}%")]
