"""A seller whose sales go wrong is looked at and paid; two whose purchases look made up wait (issue 19)."""

import pytest

from services.boost.tests.moderation import Moderation, a_parcel, holds_of
from services.boost.tests.till import Till
from services.boost.tests.trades import PRICE

pytestmark = pytest.mark.servers


async def test_a_seller_whose_sales_go_wrong_is_paid_also_when_staff_has_confirmed_it(till: Till) -> None:
    trade = await a_parcel(till)
    moderation = Moderation(trade).of_account(trade.seller)
    moderation.ids["kind"] = "sales"
    await moderation.confirms()
    assert await trade.boost.rows("SELECT 1 FROM payout_holds WHERE seller_id = :id", id=trade.seller) == []
    assert (await trade.accepts())["state"] == "released"
    assert await trade.balance(trade.seller) == PRICE


async def test_two_whose_purchases_look_made_up_do_not_pay_each_other(till: Till) -> None:
    trade = await a_parcel(till)
    moderation = Moderation(trade)
    moderation.ids["kind"] = "deals"
    await moderation.flags()
    assert await holds_of(trade) == ["held"]
    assert (await trade.accepts())["state"] == "withheld"
