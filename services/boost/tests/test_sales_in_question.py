import pytest

from services.boost.tests.moderation import Moderation, a_parcel, holds_of
from services.boost.tests.till import Till
from services.boost.tests.trades import PRICE

pytestmark = pytest.mark.servers


async def test_seller_with_failing_sales_is_paid_even_if_confirmed(till: Till) -> None:
    trade = await a_parcel(till)
    moderation = Moderation(trade).of_account(trade.seller)
    moderation.ids["kind"] = "sales"
    await moderation.confirms()
    assert await trade.boost.rows("SELECT 1 FROM payout_holds WHERE seller_id = :id", id=trade.seller) == []
    assert (await trade.accepts())["state"] == "released"
    assert await trade.balance(trade.seller) == PRICE


async def test_suspected_made_up_purchases_are_not_paid(till: Till) -> None:
    trade = await a_parcel(till)
    moderation = Moderation(trade)
    moderation.ids["kind"] = "deals"
    await moderation.flags()
    assert await holds_of(trade) == ["held"]
    assert (await trade.accepts())["state"] == "withheld"
