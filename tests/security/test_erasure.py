import json
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import text

from libs.contracts.event import Envelope, make_envelope
from libs.contracts.events.auth import UserErased, UserProfileChanged, UserRegistered
from libs.kit.events.inbox import Inbox
from libs.kit.http.client import Answer
from libs.kit.testing import Neighbour, Service, as_message, signed_in
from libs.marketplace import people
from services.auction.tests.makers import a_listing, finish_account_removals
from tests.support.forgetting import finish_forgetting, forget_next

pytestmark = pytest.mark.servers
AT = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
FIVE = ("catalog", "auction", "messaging", "boost", "admin")


@pytest.fixture
def five(
    catalog: Service, auction: Service, messaging: Service, boost: Service, admin: Service
) -> dict[str, Service]:
    return dict(zip(FIVE, (catalog, auction, messaging, boost, admin), strict=True))


async def everything_in(service: Service) -> str:
    schema = service.app.state.name
    tables = await service.rows(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = :schema AND table_type = 'BASE TABLE' "
        "AND table_name <> 'alembic_version'",
        schema=schema,
    )
    parts = [str(await service.rows(f'SELECT * FROM "{table["table_name"]}"')) for table in tables]
    return "\n".join(parts)


async def finished(service: Service) -> None:
    if service.app.state.name == "auction":
        await finish_account_removals(service)
    elif service.app.state.name != "admin":
        await finish_forgetting(service)


@pytest.mark.parametrize("name", FIVE)
async def test_each_service_acknowledges_an_erasure_once(five: dict[str, Service], name: str) -> None:
    """P-G2, P-D3"""
    service = five[name]
    inbox = Inbox(name, service.database, service.app.state.subscriptions)
    message = as_message(make_envelope(UserErased(user_id=7401, erased_at=AT), 9))
    assert [await inbox.handle(message) for _ in range(3)] == ["handled", "seen", "seen"]
    await service.deliver(UserErased(user_id=7401, erased_at=AT), version=10)
    await finished(service)
    (acknowledgement,) = await service.recorded("person-7401")
    assert (acknowledgement["type"], acknowledgement["source"]) == (
        f"wangi.{name}.PersonForgotten.v1",
        f"/{name}",
    )
    assert acknowledgement["data"]["userId"] == 7401


@pytest.mark.parametrize("name", FIVE)
async def test_each_service_exports_to_internal_callers_only(five: dict[str, Service], name: str) -> None:
    """U38, P-G1"""
    await five[name].deliver(UserRegistered(user_id=7411, is_seller=True, registered_at=AT))
    answer = await five[name].ask("/internal/users/7411/export")
    assert (answer.status_code, answer.json()["person"]["user_id"]) == (200, 7411)
    stranger = await five[name].ask("/internal/users/7499/export")
    assert (stranger.status_code, stranger.json()["person"]) == (200, {})
    assert (
        await five[name].http.get("/internal/users/7411/export", headers=signed_in(7411))
    ).status_code == 404


@pytest.mark.parametrize("name", FIVE)
async def test_no_table_names_an_erased_person(five: dict[str, Service], name: str) -> None:
    """P-G2"""
    service = five[name]
    await service.deliver(UserRegistered(user_id=7421, is_seller=True, registered_at=AT))
    card = {
        "id": 7421,
        "username": "canary7421",
        "shopName": "canary7421",
        "image": "/canary7421",
        "isSeller": True,
    }

    class Auth:
        async def get(self, path: str) -> Any:
            return Answer(200, [card])

    while await people.request_names(service.database, Auth()):  # type: ignore[arg-type]
        pass
    assert "canary7421" in await everything_in(service), "the search finds nothing and so proves nothing"
    late = UserProfileChanged(user_id=7421, changed=["username"], changed_at=AT)
    await service.deliver(UserErased(user_id=7421, erased_at=AT), late, version=2)
    await finished(service)
    while await people.request_names(service.database, Auth()):  # type: ignore[arg-type]
        pass
    assert "canary7421" not in await everything_in(service)


@pytest.mark.parametrize("name", ["messaging", "boost"])
async def test_listing_of_erased_seller_starts_no_conversation(five: dict[str, Service], name: str) -> None:
    """U38"""
    service = five[name]
    first, late = (
        a_listing(1, number).model_copy(update={"seller_id": 7431}) for number in (820_001, 820_002)
    )
    await service.deliver(first)
    export = (await service.ask("/internal/users/7431/export")).json()
    assert [product["product_id"] for product in export["products"]] == [820_001]
    await service.deliver(UserErased(user_id=7431, erased_at=AT))
    await finished(service)
    await service.deliver(late)
    assert not await service.rows("SELECT 1 FROM product_replicas WHERE seller_id = 7431")


@pytest.mark.parametrize("name", ["messaging", "boost"])
async def test_replicas_of_many_listings_are_erased_in_batches(five: dict[str, Service], name: str) -> None:
    service = five[name]
    columns = {"messaging": "name, price, listing_type", "boost": "name, price"}[name]
    values = {"messaging": "'x', 1, 'fixed'", "boost": "'x', 1"}[name]
    async with service.database.transaction() as session:
        many = f"SELECT 830000 + g, 7451, {values} FROM generate_series(1, 2500) g"
        await session.execute(text(f"INSERT INTO product_replicas (product_id, seller_id, {columns}) {many}"))
    await service.deliver(UserErased(user_id=7451, erased_at=AT))
    left = []
    while not await service.recorded("person-7451"):
        left.append(len(await service.rows("SELECT 1 FROM product_replicas WHERE seller_id = 7451")))
        assert await forget_next(service)
    assert left == [2_500, 1_500, 500]
    assert not await service.rows("SELECT 1 FROM product_replicas WHERE seller_id = 7451")


async def test_audit_log_has_no_free_text(admin: Service) -> None:
    """P-G2"""
    listing = a_listing(1, 830_001).model_copy(
        update={"description": "Call me, canary7441", "batch_code": "canary7441"}
    )
    await admin.deliver(listing)
    strange = make_envelope(listing, 1).model_dump() | {
        "type": "wangi.catalog.SomethingNew.v1",
        "subject": "830002",
    }
    envelope = Envelope.model_validate(strange)
    async with admin.database.transaction() as session:
        await admin.app.state.subscriptions.dispatch(envelope, session)
    known, unknown = await admin.rows(
        "SELECT data FROM audit_log WHERE subject IN ('830001', '830002') ORDER BY id"
    )
    assert "canary7441" not in json.dumps([known, unknown])
    assert (known["data"]["sellerId"], known["data"]["listingType"]) == (41, "auction")
    assert unknown["data"]["sellerId"] == 41
    assert "listingType" not in unknown["data"]


async def test_names_come_from_auth(auth: Service, boost: Service) -> None:
    account = {"username": "nama.benar", "email": "nama.benar@wangi.example", "password": "Wangi-test-9x"}
    made = await auth.http.post(
        "/api/v1/auth/register", json=account | {"firstName": "Nama", "lastName": "Benar"}
    )
    assert made.status_code == 201, made.text
    (person,) = await auth.rows("SELECT id FROM users WHERE username = 'nama.benar'")
    await boost.deliver(UserRegistered(user_id=person["id"], is_seller=True, registered_at=AT))
    neighbour: Any = Neighbour(auth, auth.app.state.settings.internal_secret.get_secret_value())
    while await people.request_names(boost.database, neighbour):
        pass
    (known,) = await boost.rows("SELECT username, stale FROM people WHERE user_id = :id", id=person["id"])
    assert known == {"username": "nama.benar", "stale": False}
