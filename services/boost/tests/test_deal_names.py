import pytest
from sqlalchemy import text

from services.boost.tests.disputes import disputed
from services.boost.tests.till import Till

pytestmark = pytest.mark.servers
_NAMED = """
INSERT INTO people (user_id, username) VALUES (:id, 'aisyah')
ON CONFLICT (user_id) DO UPDATE SET username = excluded.username"""


async def test_staff_read_names_of_both_sides(appealable: Till) -> None:
    trade = await disputed(appealable)
    async with appealable.boost.database.transaction() as session:
        await session.execute(text(_NAMED), {"id": trade.buyer})
    assert (await appealable.staff("get", f"/disputes/{trade.deal_id}"))["buyerName"] == "aisyah"
    assert (await trade.protection_view())["buyerName"] == ""


async def test_staff_read_name_of_orderer(till: Till) -> None:
    order = await till.ordered(await till.listings(1))
    async with till.boost.database.transaction() as session:
        await session.execute(text(_NAMED), {"id": till.seller})
    (listed,) = (await till.staff("get", f"/orders?sellerId={till.seller}"))["orders"]
    page = await till.staff("get", f"/orders/{order['orderId']}")
    assert listed["sellerName"] == page["order"]["sellerName"] == "aisyah"
