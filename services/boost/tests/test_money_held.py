from typing import Any

import pytest
from sqlalchemy import event, text

from libs.kit.testing import signed_in
from services.boost.protection.queries import count_held
from services.boost.tests.till import Till
from services.boost.tests.trades import Trade

pytestmark = pytest.mark.servers


async def money_held(till: Till) -> tuple[int, int]:
    staff = signed_in(71, "fin", roles=("finance",))
    answer = await till.boost.http.get("/api/admin/boost/held", headers=staff)
    assert answer.status_code == 200, answer.text
    return answer.json()["deals"], answer.json()["amount"]


async def test_held_money_counts_from_payment_until_refund(till: Till) -> None:
    deals, amount = await money_held(till)
    trade = await Trade(till).opened()
    assert await money_held(till) == (deals, amount)
    await trade.paid()
    shown = await trade.protection_view()
    assert await money_held(till) == (deals + 1, amount + shown["amount"] + shown["fee"])
    await trade.cancelled()
    assert await money_held(till) == (deals, amount)


async def test_held_money_sum_uses_an_index(till: Till) -> None:
    asked: list[tuple[str, Any]] = []

    def catch(*args: Any) -> None:
        asked.append((args[2], args[3]))

    engine = till.boost.database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", catch)
    async with till.boost.database.transaction() as session:
        await count_held(session)
    event.remove(engine, "before_cursor_execute", catch)
    ((statement, values),) = [item for item in asked if "protections" in item[0]]
    async with till.boost.database.transaction() as session:
        await session.execute(text("SET LOCAL enable_seqscan = off"))
        connection = await session.connection()
        plan = [row[0] for row in await connection.exec_driver_sql(f"EXPLAIN {statement}", values)]
    assert any("ix_protections_held" in line for line in plan), plan
