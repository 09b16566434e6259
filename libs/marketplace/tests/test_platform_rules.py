"""The rules that operators move, as a service that hears of them knows them."""

from collections.abc import AsyncIterator

import pytest

from libs.contracts.rules import RULES
from libs.kit.testing import Service
from libs.marketplace import platform_rules
from libs.marketplace.tests.makers import rule

pytestmark = pytest.mark.servers


@pytest.fixture(autouse=True)
async def rule_back_at_its_default(boost: Service) -> AsyncIterator[None]:
    """Boost's own tests, which run later on the same tables, know the rules as they are at first."""
    yield
    await boost.hear(rule("open_boost_orders", RULES["open_boost_orders"].default))


async def most(service: Service) -> int:
    async with service.database.reading() as session:
        return await platform_rules.value_of(session, "open_boost_orders")


async def test_a_rule_is_its_default_until_it_is_moved_and_an_older_change_never_follows_a_newer_one(
    boost: Service,
) -> None:
    assert await most(boost) == RULES["open_boost_orders"].default
    first, second, third = (rule("open_boost_orders", value) for value in (7, 8, 9))
    await boost.hear(second)
    assert await most(boost) == 8
    await boost.hear(first)
    assert await most(boost) == 8
    await boost.hear(third)
    assert await most(boost) == 9


async def test_what_another_build_allowed_is_taken_as_far_as_this_one_allows(boost: Service) -> None:
    await boost.hear(rule("open_boost_orders", 10_000))
    assert await most(boost) == RULES["open_boost_orders"].most
    await boost.hear(rule("open_boost_orders", 0))
    assert await most(boost) == RULES["open_boost_orders"].least
