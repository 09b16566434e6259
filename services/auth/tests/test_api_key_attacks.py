import pytest
from sqlalchemy import text

from libs.kit.security.api_keys import is_api_key, new_api_key
from libs.kit.testing import Service
from services.auth.tests.keyholders import a_key, counts, exchange, identity_of, own_keys, rotated
from services.auth.tests.makers import refused
from services.auth.tests.people import a_person, an_admin

pytestmark = pytest.mark.servers
HOSTILE = ["", "wangi_", "wangi_" + "A" * 49, "wangi_é" + "A" * 48, "x" * 64, "wangi_%00", "' OR 1=1 --"]


@pytest.mark.parametrize("key", HOSTILE, ids=range(len(HOSTILE)))
async def test_malformed_key_is_answered_like_unknown_key(auth: Service, key: str) -> None:
    answer = await exchange(auth, key)
    assert (answer.status_code, answer.json()) == (200, {"token": None})


async def test_no_answer_reveals_whether_a_key_existed(auth: Service) -> None:
    person, leaver = await a_person(auth), await a_person(auth)
    spent = {"unknown": new_api_key()}
    revoked = await a_key(person, name="Revoked")
    await person.call("DELETE", f"{own_keys(person)}/{revoked['key']['id']}")
    replaced = await a_key(person, name="Rotated")
    await rotated(person, replaced["key"]["id"], end_now=True)
    erased = await a_key(leaver)
    async with auth.database.transaction() as session:
        await session.execute(
            text("UPDATE users SET closed_at = clock_timestamp() WHERE id = :id"), {"id": leaver.id}
        )
    spent |= {"revoked": revoked["secret"], "rotated": replaced["secret"], "erased": erased["secret"]}
    for why, key in spent.items():
        assert is_api_key(key), why
        answer = await exchange(auth, key)
        assert (answer.status_code, answer.content) == (200, b'{"token":null}'), why


async def test_only_the_gateway_may_exchange_keys(auth: Service) -> None:
    person = await a_person(auth)
    made = await a_key(person)
    answer = await auth.http.post(
        "/internal/api-keys/token", json={"key": made["secret"]}, headers=person.bearer
    )
    assert refused(answer) == (404, "not_found")


async def test_ban_and_suspension_stop_keys_until_lifted(auth: Service) -> None:
    """U1"""
    admin, person = await an_admin(auth), await a_person(auth)
    made = await a_key(person)
    before = await identity_of(auth, made["secret"])
    acts = f"/api/admin/users/{person.id}"
    await admin.call("POST", f"{acts}/suspend", json={"days": 3, "reason": "Bids that were not meant"})
    assert refused(await exchange(auth, made["secret"])) == (403, "suspended")
    assert auth.app.state.revocations.is_void(person.id, before.epoch), "tokens that are out are void"
    await admin.call("POST", f"{acts}/suspend", json={"days": 0, "reason": "They were meant"})
    assert await counts(auth, made["secret"])
    await admin.call("PATCH", f"{acts}/ban", json={"isBanned": True, "reason": "Counterfeit bottles"})
    assert refused(await exchange(auth, made["secret"])) == (403, "banned")
