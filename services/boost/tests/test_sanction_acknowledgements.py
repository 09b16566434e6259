import pytest

from libs.contracts.events.catalog import ProductRemoved
from libs.contracts.events.sanctions import SanctionAppliedToMoney
from libs.kit.process import clock
from libs.kit.testing import Service
from services.boost.tests.till import Till
from tests.support.acknowledgements import acknowledgements, answers_to_each_sanction

pytestmark = pytest.mark.servers


async def test_ban_and_suspension_are_acknowledged_once_each(boost: Service) -> None:
    answers = await answers_to_each_sanction(boost, SanctionAppliedToMoney, 365_001)
    assert answers == {item: [{}] for item in ("ban", "lift_ban", "suspend", "lift_suspension")}


async def test_removal_is_acknowledged_with_ended_boosts(till: Till) -> None:
    """U37"""
    boosted, plain = await till.listings(2)
    await till.paid([boosted])
    for product_id, credited in ((boosted, 1), (plain, 0)):
        at = clock.about_now()
        gone = ProductRemoved(
            product_id=product_id, seller_id=till.seller, auction_id=None, reason="moderated", removed_at=at
        )
        await till.boost.deliver(gone, version=8)
        acknowledged = await acknowledgements(
            till.boost, SanctionAppliedToMoney, till.seller, "remove_listing", at, product_id
        )
        assert acknowledged == [{"boosts_credited": credited}]
