import pytest

from libs.contracts.events.sanctions import SanctionAppliedToMessages
from libs.kit.testing import Service
from tests.support.acknowledgements import answers_to_each_sanction

pytestmark = pytest.mark.servers


async def test_messaging_acknowledges_ban_and_suspension_once_each(messaging: Service) -> None:
    answers = await answers_to_each_sanction(messaging, SanctionAppliedToMessages, 365_001)
    assert answers == {item: [{}] for item in ("ban", "lift_ban", "suspend", "lift_suspension")}
