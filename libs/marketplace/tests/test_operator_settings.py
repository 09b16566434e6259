import pytest

from libs.kit.testing import Service
from libs.marketplace import operator_settings
from libs.marketplace.tests.makers import setting

pytestmark = pytest.mark.servers


async def is_open(service: Service) -> bool:
    async with service.database.reading() as session:
        return await operator_settings.is_on(session, "auctions")


async def test_feature_is_enabled_until_paused_and_older_change_is_ignored(
    boost: Service,
) -> None:
    assert await is_open(boost)
    opened_before, paused, opened = (setting("auctions", is_on=is_on) for is_on in (True, False, True))
    await boost.deliver(paused)
    assert not await is_open(boost)
    await boost.deliver(opened_before)
    assert not await is_open(boost)
    await boost.deliver(opened)
    assert await is_open(boost)
