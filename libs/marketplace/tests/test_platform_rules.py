from collections.abc import AsyncIterator

import pytest

from libs.contracts.rules import RULES
from libs.kit.testing import Service
from libs.marketplace import platform_rules
from libs.marketplace.tests.makers import rule

pytestmark = pytest.mark.servers


@pytest.fixture(autouse=True)
async def rule_back_at_its_default(boost: Service) -> AsyncIterator[None]:
    """Other tests on these tables expect the default."""
    yield
    await boost.deliver(rule("open_boost_orders", RULES["open_boost_orders"].default))


async def most(service: Service) -> int:
    async with service.database.reading() as session:
        return await platform_rules.value_of(session, "open_boost_orders")


async def test_rule_has_its_default_until_changed_and_older_change_is_ignored(
    boost: Service,
) -> None:
    assert await most(boost) == RULES["open_boost_orders"].default
    first, second, third = (rule("open_boost_orders", value) for value in (7, 8, 9))
    await boost.deliver(second)
    assert await most(boost) == 8
    await boost.deliver(first)
    assert await most(boost) == 8
    await boost.deliver(third)
    assert await most(boost) == 9


async def test_value_from_another_build_is_clamped(boost: Service) -> None:
    await boost.deliver(rule("open_boost_orders", 10_000))
    assert await most(boost) == RULES["open_boost_orders"].most
    await boost.deliver(rule("open_boost_orders", 0))
    assert await most(boost) == RULES["open_boost_orders"].least
