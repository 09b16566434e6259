import pytest
from sqlalchemy import text

from deploy.local.stack import Stack
from libs.contracts.events.auth import UserErased
from libs.kit.db.database import Database
from libs.kit.events import reconcile
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.catalog.queries import BOOKS
from services.catalog.tests.makers import a_listing, an_auction, finish_forgetting, listed
from services.catalog.tests.test_listing_life import STAFF, call

pytestmark = pytest.mark.servers


async def differences(stack: Stack, *keys: int) -> list[str]:
    database = Database(stack.database_urls["migrator"], "catalog", pool_size=1)
    try:
        found = await reconcile.reconcile(BOOKS[0], database, stack.servers.kafka_bootstrap)
    finally:
        await database.close()
    return [
        words for words in found.differences if words.split(": ")[0].split()[1] in {str(key) for key in keys}
    ]


@pytest.fixture(autouse=True)
def all_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconcile, "MAX_SHOWN", 10**6)


async def test_events_match_listing_tables_after_every_lifecycle(catalog: Service, stack: Stack) -> None:
    """P-D5"""
    seller, gone = signed_in(83_901, "hana"), signed_in(83_902, "jo")
    ids = [(await listed(catalog, seller, name=f"Bottle {n}"))["id"] for n in range(6)]
    ids += [(await listed(catalog, seller, body=an_auction()))["id"], (await listed(catalog, gone))["id"]]
    paths = [f"/api/products/{item_id}" for item_id in ids]
    answers = [
        await call(catalog, "PUT", paths[0], a_listing(price=350, notes="tea; musk"), seller),
        await call(catalog, "POST", f"{paths[1]}/archive", None, seller),
        await call(catalog, "POST", f"{paths[2]}/archive", None, seller),
        await call(catalog, "PUT", paths[2], a_listing(price=99), seller),
        await call(catalog, "POST", f"{paths[2]}/restore", None, seller),
        await call(catalog, "POST", f"{paths[3]}/sold", None, seller),
        await call(catalog, "DELETE", paths[4], None, seller),
        await call(catalog, "POST", f"/api/admin{paths[5][4:]}/remove", {"reason": "A fake"}, STAFF),
    ]
    assert {answer.status_code for answer in answers} <= {200, 409}, answers
    assert await catalog.deliver(UserErased(user_id=83_902, erased_at=clock.about_now())) == ["handled"]
    await finish_forgetting(catalog)
    assert await differences(stack, *ids) == []


async def test_listing_changed_without_event_is_reported(catalog: Service, stack: Stack) -> None:
    """P-D5"""
    expected = {
        "UPDATE products SET price = price + 1 WHERE id = :id": "price: published 39000, stored 39001",
        "UPDATE products SET status = 'archived' WHERE id = :id": "status: published active, stored None",
        "UPDATE products SET version = version + 1 WHERE id = :id": "version: published 1, stored 2",
    }
    ids = [(await listed(catalog))["id"] for _ in expected]
    assert await differences(stack, *ids) == []
    async with catalog.database.transaction() as session:
        for product_id, change in zip(ids, expected, strict=True):
            await session.execute(text(change), {"id": product_id})
    found = await differences(stack, *ids)
    assert len(found) == len(expected)
    for words in expected.values():
        assert any(words in item for item in found), (words, found)
