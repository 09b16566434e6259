from typing import Any

import pytest

from gateway.tests.harness import Harness, open_harness
from gateway.tests.live.support import open_auction, plain, receive, say
from libs.kit.testing import Service
from services.auth.tests.people import Person, a_person, an_admin, mails_to, token_in
from tests.security.route_rights import OWNER, WHO
from tests.security.test_matrix import OPERATIONS

pytestmark = pytest.mark.servers
STAND_INS = {
    "key_id": "1",
    "device_id": "1",
    "webhook_id": "1",
    "delivery_id": "1",
    "session_id": "none",
    "passkey_id": "bm9uZQ",
}
BODIES: dict[str, Any] = {
    "PATCH /api/user/{user_id}": {"firstName": "Mallory"},
    "DELETE /api/user/{user_id}": {"password": "Kasturi-laut-9"},
    "POST /api/user/{user_id}/passkeys": {"challengeId": "x", "name": "x", "credential": {}},
    "POST /api/user/{user_id}/push-devices": {
        "endpoint": "https://fcm.googleapis.com/fcm/send/a",
        "publicKey": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "secret": "BTBZMqHH6r4Tts7J_aSIgg",
    },
    "POST /api/user/{user_id}/two-factor/confirm": {"code": "000000"},
}
FULL = {"password": "Kasturi-laut-9", "code": "000000"}


def body_of(operation: str) -> dict[str, Any]:
    if operation.startswith("GET"):
        return {}
    needs_code = operation.endswith("/recovery-codes") or operation == "DELETE /api/user/{user_id}/two-factor"
    return {"json": FULL if needs_code else BODIES.get(operation, {"password": FULL["password"]})}


def plain_of(answer: Any) -> tuple[int, dict[str, Any]]:
    return answer.status_code, {**answer.json(), "requestId": ""}


async def holdings(auth: Service, person: Person) -> list[Any]:
    rows: list[Any] = []
    for table, key in (
        ("users", "id"),
        ("refresh_families", "user_id"),
        ("passkeys", "user_id"),
        ("mails", "user_id"),
    ):
        rows.append(await auth.rows(f"SELECT * FROM {table} WHERE {key} = :id ORDER BY 1", id=person.id))
    return rows


@pytest.mark.parametrize("operation", [one for one, who in WHO.items() if who == OWNER and OPERATIONS[one]])
async def test_foreign_account_in_path_is_refused_and_unchanged(auth: Service, operation: str) -> None:
    """S02, P-F7, ROLE-09"""
    person, other = await a_person(auth), await a_person(auth)
    before, (method, path) = await holdings(auth, other), operation.split(" ")
    answers = set()
    for user_id in {other.id, 1, 2, 10**9, 2**63 - 1} - {person.id}:
        answer = await person.call(method, path.format(user_id=user_id, **STAND_INS), **body_of(operation))
        status, words = plain_of(answer)
        answers.add((status, str(words)))
    assert len(answers) == 1
    assert next(iter(answers))[0] == 403
    assert await holdings(auth, other) == before


async def test_ids_under_own_account_are_own(auth: Service) -> None:
    """S02"""
    person, other = await a_person(auth), await a_person(auth)
    (shown,) = (await other.call("GET", f"/api/user/{other.id}/sessions")).json()
    own = f"/api/user/{person.id}"
    answers = [
        await person.call("DELETE", f"{own}/sessions/{item}")
        for item in (shown["id"], "never-was", "%F0%9F%98%80")
    ]
    assert {str(plain_of(answer)) for answer in answers} == {str(plain_of(answers[0]))}
    assert answers[0].status_code == 404
    for item in ("bm9uZQ", "never-was", "%21", "A" * 1000):
        gone = await person.call(
            "DELETE", f"{own}/passkeys/{item}", json={"password": person.form["password"]}
        )
        assert gone.status_code == 404
    assert (await other.call("POST", "/api/v1/auth/refresh")).status_code == 200


async def test_passkey_challenge_of_another_person_is_refused(auth: Service) -> None:
    """S02"""
    person, other = await a_person(auth), await a_person(auth)
    path = f"/api/user/{other.id}/passkeys/options"
    question = (await other.call("POST", path, json={"password": other.form["password"]})).json()[
        "challengeId"
    ]
    body = {"challengeId": question, "name": "x", "credential": {"rawId": "AAAA"}}
    answer = await person.call("POST", f"/api/user/{person.id}/passkeys", json=body)
    never = await person.call(
        "POST", f"/api/user/{person.id}/passkeys", json={**body, "challengeId": "never-was"}
    )
    assert plain_of(answer) == plain_of(never)
    signed = await person.call(
        "POST", "/api/v1/auth/passkey", json={k: body[k] for k in ("challengeId", "credential")}
    )
    assert signed.status_code == 401


async def test_reset_link_changes_only_its_own_account(auth: Service) -> None:
    """S02, S07"""
    person, other = await a_person(auth), await a_person(auth)
    await auth.http.post("/api/v1/auth/forgot-password", json={"email": other.form["email"]})
    token = token_in((await mails_to(auth, other.form["email"]))[-1])
    body = {"token": token, "password": "Bunga-raya-44"}
    assert (await person.call("POST", "/api/update-password", json=body)).status_code == 200
    assert (await person.elsewhere().sign_in()).status_code == 200
    assert (await other.elsewhere().sign_in(password="Bunga-raya-44")).status_code == 200


async def test_ids_beside_the_token_are_ignored(auth: Service) -> None:
    """S02"""
    person, other = await a_person(auth), await a_person(auth)
    headers = {
        "X-User-Id": str(other.id),
        "X-Internal-User": str(other.id),
        "X-Forwarded-User": other.form["username"],
    }
    for query in (f"?userId={other.id}", f"?user_id={other.id}&id={other.id}", f"?sub={other.id}"):
        me = await person.call("GET", f"/api/v1/auth/me{query}", headers=headers)
        assert me.json()["id"] == person.id
    for name in ("userId", "user_id", "id", "username"):
        body = {"currentPassword": person.form["password"], "newPassword": "Bunga-raya-44", name: other.id}
        assert (await person.call("POST", "/api/user/change-password", json=body)).status_code == 422
    walked = {
        str(plain_of(await person.call("GET", f"/internal/users/{n}"))) for n in (person.id, other.id, 10**9)
    }
    assert len(walked) == 1
    assert walked.pop().startswith("(404")


async def test_missing_accounts_look_alike_to_staff(auth: Service) -> None:
    """S02"""
    admin = await an_admin(auth)
    person = await a_person(auth)
    from services.auth.privacy import erasure

    async with auth.database.transaction() as session:
        await erasure.close_account(session, person.id, [])
    answers = set()
    for user_id in (person.id, 10**9, 2**63 - 1):
        path = f"/api/admin/users/{user_id}"
        for method, verb, body in (
            ("PATCH", "ban", {"isBanned": True}), ("POST", "suspend", {"days": 1, "reason": "x"}),
            ("POST", "end-sessions", {"reason": "x"}), ("PATCH", "seller-rights", {"isSeller": False, "reason": "x"}),
        ):  # fmt: skip
            answers.add(str(plain_of(await admin.call(method, f"{path}/{verb}", json=body))))
        answers.add(str(plain_of(await auth.http.get(f"/api/sellers/{user_id}"))))
    assert len(answers) == 1
    assert answers.pop().startswith("(404")


async def with_a_gateway(frames: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], Harness]:
    async with open_harness() as harness:
        open_auction(harness)
        answers = []
        async with plain(harness) as ws:
            await receive(ws)
            for frame in frames:
                fields = {name: value for name, value in frame.items() if name != "type"}
                fields = {
                    name: harness.token(7) if value == "TOKEN" else value for name, value in fields.items()
                }
                await say(ws, frame["type"], **fields)
                answers.append(await receive(ws))
        return answers, harness


@pytest.mark.parametrize("name", ["userId", "user_id", "bidderId", "sub", "username"])
async def test_frame_cannot_act_for_another_person(name: str) -> None:
    """S02, AR-D12"""
    frames: list[dict[str, Any]] = [
        {"type": "auth", "token": "TOKEN"},
        {"type": "placeBid", "auctionId": 7, "amount": 105, name: 8},
    ]
    answers, harness = await with_a_gateway(frames)
    bids = [seen for seen in harness.services.seen if seen.target == "/api/auctions/7/bids"]
    assert answers[1]["type"] in {"bidAccepted", "error"}
    for seen in bids:
        assert b"8" not in seen.body.replace(b"105", b"")
        assert (seen.header("Authorization") or "").startswith("Bearer ey")
    (answer,), _ = await with_a_gateway([{"type": "auth", "token": "TOKEN", "userId": 8}])
    assert (answer["type"], answer["code"]) == ("error", "forbidden")


@pytest.mark.parametrize("number", [2**31 - 1, 2**31, 2**53, 2**63 - 1])
async def test_id_of_any_size_is_404(auth: Service, catalog: Service, auction: Service, number: int) -> None:
    """S02, S17"""
    person = await a_person(auth)
    for service, path in (
        (auth, f"/api/sellers/{number}"), (catalog, f"/api/products/{number}"), (auction, f"/api/auctions/{number}"),
        (auction, f"/api/auctions/product/{number}"), (catalog, f"/api/product-images/{number}"),
    ):  # fmt: skip
        assert (await service.http.get(path)).status_code == 404, path
    assert (await auth.ask(f"/internal/users/{number}")).status_code == 404
    assert (await auth.ask(f"/internal/people?ids={number}")).json() == []
    assert (await person.call("PATCH", f"/api/user/{number}", json={})).status_code == 403
