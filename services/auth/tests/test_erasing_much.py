from typing import Any

import pytest
from sqlalchemy import event, text

from libs.kit.db import pieces
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.notifications import queries as notification_queries
from services.auth.privacy import erasure
from services.auth.privacy.queries import count_late_acknowledgements
from services.auth.tests.people import PASSWORD, Person, a_person
from services.auth.tests.test_erasure import Answering
from tests.support.kills import killed_at_first_pause

pytestmark = pytest.mark.servers


ROWS = 50_000


_NOTIFICATIONS = text("""
    INSERT INTO notifications (user_id, kind, about, context, link, writer_id)
    SELECT CAST(:reader AS bigint) + n % 7, 'price_drop', 'product ' || n,
           '{"name": "Canary Words", "brand": "Canary House", "price": 1}', '/products/1', CAST(:writer AS
               bigint)
    FROM generate_series(1, :rows) AS n""")


WORDS = "SELECT 1 FROM notifications WHERE context::text LIKE '%Canary%' AND user_id >= :reader"


READER = 9_300_000_000


@pytest.fixture(autouse=True)
async def swept(auth: Service) -> Any:
    before, auth.app.state.calls = auth.app.state.calls, {name: Answering() for name in erasure.ANSWERING}
    yield
    auth.app.state.calls = before
    async with auth.database.transaction() as session:
        await session.execute(text("SET LOCAL statement_timeout = 0"))
        await session.execute(text("DELETE FROM notifications WHERE user_id >= :reader"), {"reader": READER})


async def notify(auth: Service, *, rows: int, reader: int = READER, writer: int | None = None) -> None:
    async with auth.database.transaction() as session:
        await session.execute(text("SET LOCAL statement_timeout = 0"))
        await session.execute(_NOTIFICATIONS, {"reader": reader, "writer": writer, "rows": rows})


async def closed(auth: Service) -> Person:
    person = await a_person(auth)
    gone = await person.call("DELETE", f"/api/user/{person.id}", json={"password": PASSWORD})
    assert gone.status_code == 200
    return person


async def erased(auth: Service, person: Person) -> bool:
    (row,) = await auth.rows("SELECT erased_at FROM users WHERE id = :id", id=person.id)
    context = [item["type"] for item in await auth.recorded(person.id)]
    assert (row["erased_at"] is not None) == ("wangi.auth.UserErased.v1" in context)
    return row["erased_at"] is not None


async def test_seller_named_in_many_notifications_is_erased_in_batches(auth: Service) -> None:
    """P-G2, W7"""
    seller, most = await closed(auth), list[int]()
    await notify(auth, rows=ROWS, writer=seller.id)

    def note(_: Any, cursor: Any, statement: str, *__: Any) -> None:
        if "notifications" in statement and statement.lstrip().startswith(("UPDATE", "DELETE")):
            most.append(cursor.rowcount)

    engine = auth.database.engine.sync_engine
    event.listen(engine, "after_cursor_execute", note)
    try:
        await erasure.erase_due(auth.app.state.auth)
    finally:
        event.remove(engine, "after_cursor_execute", note)
    assert await erased(auth, seller)
    assert not await auth.rows(WORDS, reader=READER)
    assert max(most) == notification_queries.WORDS_AT_ONCE


async def test_interrupted_erasure_continues_and_publishes_last(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-G2"""
    seller = await closed(auth)
    monkeypatch.setattr(notification_queries, "WORDS_AT_ONCE", 20)
    await notify(auth, rows=50, writer=seller.id)

    with killed_at_first_pause(monkeypatch):
        await erasure.erase_due(auth.app.state.auth)
    assert len(await auth.rows(WORDS, reader=READER)) == 30
    assert not await erased(auth, seller)
    await erasure.erase_due(auth.app.state.auth)
    assert not await auth.rows(WORDS, reader=READER)
    assert await erased(auth, seller)


async def test_erasure_is_not_published_while_words_remain(auth: Service) -> None:
    """P-G2"""
    seller = await closed(auth)
    await notify(auth, rows=3, writer=seller.id)
    async with auth.database.transaction() as session:
        await session.execute(
            text("SELECT 1 FROM notifications WHERE user_id = :r FOR UPDATE"), {"r": READER + 1}
        )
        await erasure.erase_due(auth.app.state.auth)
    assert len(await auth.rows(WORDS, reader=READER)) == 1
    assert not await erased(auth, seller)
    await erasure.erase_due(auth.app.state.auth)
    assert not await auth.rows(WORDS, reader=READER)
    assert await erased(auth, seller)


async def test_reader_with_many_notifications_is_erased_in_batches(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-G2"""
    reader = await closed(auth)
    monkeypatch.setattr(pieces.delete_old, "__kwdefaults__", {"piece": 20})
    async with auth.database.transaction() as session:
        row = "INSERT INTO notifications (user_id, kind, about, context, link) SELECT :id, 'sold', '', '{}', '/' "
        await session.execute(text(row + "FROM generate_series(1, 90)"), {"id": reader.id})

    with killed_at_first_pause(monkeypatch):
        await erasure.erase_due(auth.app.state.auth)
    assert len(await auth.rows("SELECT 1 FROM notifications WHERE user_id = :id", id=reader.id)) == 70
    await erasure.erase_due(auth.app.state.auth)
    assert not await auth.rows("SELECT 1 FROM notifications WHERE user_id = :id", id=reader.id)
    assert await erased(auth, reader)


async def test_confirmed_erasure_is_not_checked_again(auth: Service) -> None:
    """P-G2, W7"""
    unconfirmed = "SELECT count(*) AS n FROM erasures WHERE user_id >= :reader AND confirmed_at IS NULL"
    async with auth.database.transaction() as session:
        rows = "INSERT INTO erasures (user_id, asked_at, erased_at) SELECT CAST(:reader AS bigint) + n, now(), now() "
        await session.execute(text(rows + "FROM generate_series(1, 2500) AS n"), {"reader": READER})
        acknowledgements = (
            "INSERT INTO erasure_acknowledgements (user_id, service, forgotten_at) "
            "SELECT CAST(:reader AS bigint) + n, service, now() "
            "FROM generate_series(1, 2500) AS n, unnest(CAST(:services AS text[])) AS service "
            "WHERE n > 1 OR service <> 'boost'"
        )
        await session.execute(text(acknowledgements), {"reader": READER, "services": list(erasure.ANSWERING)})
    await erasure.watch_acknowledgements(auth.app.state.auth)
    assert (await auth.rows(unconfirmed, reader=READER))[0]["n"] == 1
    clock.forward(hours=25)
    async with auth.database.reading() as session:
        late = await count_late_acknowledgements(session, erasure.ANSWERING, clock.about_now())
    assert (READER + 1, ["boost"]) in late
    async with auth.database.transaction() as session:
        await erasure.store_acknowledgement(session, READER + 1, "boost", clock.about_now())
    await erasure.watch_acknowledgements(auth.app.state.auth)
    assert (await auth.rows(unconfirmed, reader=READER))[0]["n"] == 0
