import pytest

from libs.contracts.events.measures import MeasureAppliedToMessages
from libs.kit.testing import Service
from tests.support.receipts import answers_to_each_measure

pytestmark = pytest.mark.servers


async def test_messaging_acknowledges_ban_and_suspension_once_each(messaging: Service) -> None:
    answers = await answers_to_each_measure(messaging, MeasureAppliedToMessages, 365_001)
    assert answers == {item: [{}] for item in ("ban", "lift_ban", "suspend", "lift_suspension")}
