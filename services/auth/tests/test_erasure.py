from collections.abc import AsyncGenerator, Iterator
from typing import Any

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import text

from libs.contracts.event import make_envelope
from libs.contracts.events import admin, auction, boost, catalog, messaging
from libs.kit.errors import Unavailable
from libs.kit.http.client import Answer
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.privacy import erasure
from services.auth.subscribers import subscriptions
from services.auth.tests.browsers import FakeBrowser, own_devices
from services.auth.tests.keyholders import a_key, counts
from services.auth.tests.people import PASSWORD, a_person, an_admin, mails_to, one_of_the_staff
from services.auth.tests.receivers import a_webhook, own_webhooks
from services.auth.tests.test_profile import a_photo, uploaded

pytestmark = pytest.mark.servers


class Answering:
    def __init__(self, obligations: list[dict[str, Any]] | None = None, *, status: int = 200) -> None:
        self.obligations, self.status = obligations or [], status

    async def get(self, path: str, token: str | None = None) -> Answer:
        body: dict[str, Any] = {"held": path, "areOpen": False}
        if path.endswith("/obligations"):
            body = {"obligations": self.obligations}
        return Answer(self.status, body)

    async def open(self, path: str) -> "ShortExport":
        if self.status != 200:
            raise Unavailable
        return ShortExport()

    async def close(self) -> None: ...


class ShortExport:
    async def pieces(self) -> AsyncGenerator[bytes, None]:
        yield b'{"held":true}'

    def close(self) -> None: ...


@pytest.fixture
def neighbours(auth: Service) -> Iterator[dict[str, Answering]]:
    before, asked = auth.app.state.calls, {name: Answering() for name in erasure.ANSWERING}
    auth.app.state.calls = asked
    yield asked
    auth.app.state.calls = before


async def test_person_exports_all_their_data(auth: Service, neighbours: dict[str, Answering]) -> None:
    person = await a_person(auth)
    key = await a_key(person, name="Stock sync")
    await a_webhook(person)
    answer = await person.call("GET", f"/api/user/{person.id}/export")
    body = answer.json()
    [listed] = body["account"]["apiKeys"]
    assert (listed["name"], listed["scopes"]) == ("Stock sync", ["read", "account:read"])
    [webhook] = body["account"]["webhooks"]
    assert (webhook["url"], webhook["events"]) == ("https://hooks.example/wangi", ["bid.placed"])
    assert key["secret"] not in answer.text
    assert body["account"]["profile"]["email"] == person.form["email"]
    assert set(body) == {"account", *erasure.ANSWERING}
    assert "attachment" in answer.headers["content-disposition"]
    assert "hash" not in answer.text.lower()
    assert "secret" not in answer.text.lower()


async def test_account_closes_at_once_and_is_erased_by_the_job(
    auth: Service, neighbours: dict[str, Answering]
) -> None:
    """STAT-02, U38, P-G2, P-F1"""
    person = await a_person(auth, username="canary-kenanga", email="canary-kenanga@mail.example")
    await uploaded(person, "avatar", a_photo())
    key = await a_key(person, name="canary-kenanga sync")
    webhook_id = (await a_webhook(person, url="https://canary-kenanga.example/"))["webhook"]["id"]
    await person.call("POST", f"{own_webhooks(person)}/{webhook_id}/test")
    form = FakeBrowser().form("https://web.push.apple.com/canary-kenanga")
    assert (await person.call("POST", own_devices(person), json=form)).status_code == 201
    me = (await person.call("GET", "/api/v1/auth/me")).json()
    wrong = await person.call("DELETE", f"/api/user/{person.id}", json={"password": "wrong-guess"})
    assert (wrong.status_code, wrong.json()["code"]) == (401, "invalid_credentials")
    gone = await person.call("DELETE", f"/api/user/{person.id}", json={"password": PASSWORD})
    assert gone.json()["success"] is True
    assert (await person.call("GET", "/api/v1/auth/me")).status_code == 401
    assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 401
    assert (await person.elsewhere().sign_in()).status_code == 401
    assert (await auth.http.get(f"/api/sellers/{person.id}")).status_code == 404
    assert not await counts(auth, key["secret"])
    await erasure.erase_due(auth.app.state.auth)
    assert (await auth.recorded(person.id))[-1]["type"] == "wangi.auth.UserErased.v1"
    assert (await auth.http.get(me["avatarUrl"])).status_code == 404
    assert (await mails_to(auth, person.form["email"]))[-1].subject == "Your account is closed"
    await nothing_left(auth, person.form["email"], person.form["username"])
    for table in ("api_keys", "push_subscriptions", "webhook_endpoints"):
        assert not await auth.rows(f"SELECT 1 FROM {table} WHERE user_id = :id", id=person.id)
    assert not await auth.rows("SELECT 1 FROM webhook_deliveries WHERE endpoint_id = :id", id=webhook_id)


async def test_staff_role_is_erased_with_its_person(auth: Service, neighbours: dict[str, Answering]) -> None:
    person = await one_of_the_staff(auth, "finance")
    gone = await person.call("DELETE", f"/api/user/{person.id}", json={"password": PASSWORD})
    assert gone.json()["success"] is True
    await erasure.erase_due(auth.app.state.auth)
    (row,) = await auth.rows("SELECT erased_at, staff_role FROM users WHERE id = :id", id=person.id)
    assert row["erased_at"] is not None
    assert row["staff_role"] is None


async def test_staff_reasons_are_erased_with_their_person(
    auth: Service, neighbours: dict[str, Answering]
) -> None:
    """U38, P-G2"""
    staff, person, unverified = await an_admin(auth), await a_person(auth), await a_person(auth)
    for who in (person, unverified):
        body = {"isSeller": False, "reason": "Qanary told me on the phone"}
        act = await staff.call("PATCH", f"/api/admin/users/{who.id}/seller-rights", json=body)
        assert act.status_code == 200, act.text
    async with auth.database.transaction() as session:
        unconfirmed = (
            "UPDATE users SET email_verified = false, created_at = now() - interval '8 days' WHERE id = :id"
        )
        await session.execute(text(unconfirmed), {"id": unverified.id})
        await session.execute(text("DELETE FROM refresh_families WHERE user_id = :id"), {"id": unverified.id})
    again = person.elsewhere()
    await again.sign_in()
    left = await again.call("DELETE", f"/api/user/{person.id}", json={"password": PASSWORD})
    assert left.status_code == 200, left.text
    await erasure.erase_due(auth.app.state.auth)
    assert await erasure.free_names(auth.app.state.auth)
    acts = await auth.rows(
        "SELECT act, reason FROM staff_acts WHERE user_id = ANY(:ids)", ids=[person.id, unverified.id]
    )
    assert [item["reason"] for item in acts] == ["", ""]


async def nothing_left(auth: Service, *canaries: str) -> None:
    tables = await auth.rows(
        "SELECT relname AS tablename FROM pg_class WHERE relnamespace = 'auth'::regnamespace "
        "AND relkind IN ('r', 'p') AND NOT relispartition"
    )
    for table in tables:
        if table["tablename"] == "alembic_version":
            continue
        for canary in canaries:
            found = await auth.rows(
                f"SELECT 1 FROM auth.{table['tablename']} AS row WHERE strpos(lower(row::text), :canary) > 0 "
                f"OR strpos(row::text, encode(convert_to(:canary, 'UTF8'), 'hex')) > 0",
                canary=canary.lower(),
            )
            assert not found, (table["tablename"], canary)


async def test_open_obligation_blocks_account_deletion(
    auth: Service, neighbours: dict[str, Answering]
) -> None:
    """U38"""
    person = await a_person(auth)
    neighbours["auction"].obligations = [{"code": "leading_bid", "auctionId": 1}]
    answer = await person.call("DELETE", f"/api/user/{person.id}", json={"password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (409, "obligations_open")
    assert answer.json()["details"]["obligations"] == neighbours["auction"].obligations
    assert (await person.call("GET", "/api/v1/auth/me")).status_code == 200


async def test_wallet_credit_blocks_deletion_until_exact_amount_is_given_up(
    auth: Service, neighbours: dict[str, Answering]
) -> None:
    """U38"""
    person = await a_person(auth)
    credit = {"code": "wallet_credit", "amount": 340}
    held = {"code": "held_money", "transactionId": 5}

    async def leaves(**more: int) -> int:
        body = {"password": PASSWORD, **more}
        return int((await person.call("DELETE", f"/api/user/{person.id}", json=body)).status_code)

    for obligations in ([credit, held], [held]):
        neighbours["boost"].obligations = obligations
        assert await leaves(leftCredit=340) == 409
    neighbours["boost"].obligations = [credit]
    assert [await leaves(), await leaves(leftCredit=339), await leaves(leftCredit=0)] == [409, 409, 422]
    assert await leaves(leftCredit=340) == 200


@pytest.mark.parametrize("status", [404, 500])
async def test_unavailable_obligations_block_deletion(
    auth: Service, neighbours: dict[str, Answering], status: int
) -> None:
    """U38"""
    person = await a_person(auth)
    neighbours["auction"].status = status
    answer = await person.call("DELETE", f"/api/user/{person.id}", json={"password": PASSWORD})
    assert answer.status_code == 503
    assert (await person.call("GET", "/api/v1/auth/me")).status_code == 200


async def test_only_services_with_obligations_are_asked(
    auth: Service, neighbours: dict[str, Answering]
) -> None:
    """U38"""
    person = await a_person(auth)
    for name in set(neighbours) - set(erasure.KEEPING):
        neighbours[name].status = 503
    gone = await person.call("DELETE", f"/api/user/{person.id}", json={"password": PASSWORD})
    assert gone.status_code == 200


def late() -> float:
    return REGISTRY.get_sample_value("erasures_unacknowledged") or 0.0


async def test_missing_erasure_acknowledgement_is_reported(
    auth: Service, neighbours: dict[str, Answering]
) -> None:
    """P-G2, W7"""
    await erasure.watch_acknowledgements(auth.app.state.auth)
    late_before = late()
    person = await a_person(auth)
    await person.call("DELETE", f"/api/user/{person.id}", json={"password": PASSWORD})
    await erasure.erase_due(auth.app.state.auth)
    async with auth.database.transaction() as session:
        now = await clock.now(session)
        for events in (admin, auction, boost, catalog, catalog):
            event = events.PersonForgotten(user_id=person.id, forgotten_at=now)
            await subscriptions.dispatch(make_envelope(event, 1), session)
    clock.forward(hours=25)
    await erasure.watch_acknowledgements(auth.app.state.auth)
    with_it_missing = late()
    assert with_it_missing > late_before
    async with auth.database.transaction() as session:
        event = messaging.PersonForgotten(user_id=person.id, forgotten_at=now)
        await subscriptions.dispatch(make_envelope(event, 1), session)
    await erasure.watch_acknowledgements(auth.app.state.auth)
    assert late() < with_it_missing


async def test_erased_username_and_address_are_free_again(
    auth: Service, neighbours: dict[str, Answering]
) -> None:
    person = await a_person(auth)
    await person.call("DELETE", f"/api/user/{person.id}", json={"password": PASSWORD})
    await erasure.erase_due(auth.app.state.auth)
    await mails_to(auth, person.form["email"])
    answer = await auth.http.post("/api/v1/auth/register", json=person.form)
    assert answer.status_code == 201
    assert len(await auth.rows("SELECT 1 FROM users WHERE email = :e", e=person.form["email"])) == 1
