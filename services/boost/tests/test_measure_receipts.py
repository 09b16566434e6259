"""Boost says that it refuses a banned or suspended person, and that it takes their acts again."""

import pytest

from libs.contracts.events.measures import MeasureAppliedToMoney
from libs.kit.testing import Service
from tests.support.receipts import answers_to_each_measure

pytestmark = pytest.mark.servers


async def test_a_ban_a_suspension_and_their_ends_are_answered_once_each(boost: Service) -> None:
    answers = await answers_to_each_measure(boost, MeasureAppliedToMoney, 365_001)
    assert answers == {one: [{}] for one in ("ban", "lift_ban", "suspend", "lift_suspension")}
