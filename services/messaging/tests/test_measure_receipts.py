"""Messaging says that it refuses a banned or suspended person, and that it takes their acts again."""

from datetime import timedelta

import pytest

from libs.contracts.events.auth import UserBanned, UserSuspended, UserUnbanned
from libs.contracts.events.measures import AccountMeasure, MeasureAppliedToMessages
from libs.kit.process import clock
from libs.kit.testing import Service

pytestmark = pytest.mark.servers


async def test_a_ban_a_suspension_and_their_ends_are_answered_once_each(messaging: Service) -> None:
    person, at = 365_001, clock.about_now()
    until = at + timedelta(days=3)
    measures: list[AccountMeasure] = ["ban", "lift_ban", "suspend", "lift_suspension"]
    moments = [at + timedelta(seconds=number) for number in range(4)]
    await messaging.hear(
        UserBanned(user_id=person, by_admin_id=1, banned_at=moments[0]),
        UserUnbanned(user_id=person, by_admin_id=1, unbanned_at=moments[1]),
        UserSuspended(user_id=person, until=until, suspended_at=moments[2]),
        UserSuspended(user_id=person, until=moments[3], suspended_at=moments[3]),
    )
    for measure, moment in zip(measures, moments, strict=True):
        fact = MeasureAppliedToMessages(
            user_id=person, measure=measure, decided_at=moment, consequences=[], applied_at=moment
        )
        (told,) = await messaging.recorded(fact.key)
        assert (told["data"]["measure"], told["data"]["consequences"]) == (measure, [])
