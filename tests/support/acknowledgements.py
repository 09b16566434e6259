from datetime import datetime, timedelta

from libs.contracts.events.auth import UserBanned, UserSuspended, UserUnbanned
from libs.contracts.events.sanctions import AccountSanction, SanctionAcknowledged
from libs.kit.process import clock
from libs.kit.testing import Service


async def acknowledgements(
    service: Service, kind: type[SanctionAcknowledged], person: int, sanction: AccountSanction, at: datetime,
    product_id: int | None = None,
) -> list[dict[str, int]]:  # fmt: skip
    """The counts of each acknowledgement."""
    event = kind(
        user_id=person,
        sanction=sanction,
        decided_at=at,
        product_id=product_id,
        consequences=[],
        applied_at=at,
    )
    return [
        {each["what"]: each["count"] for each in item["data"]["consequences"]}
        for item in await service.recorded(event.key)
    ]


async def answers_to_each_sanction(
    service: Service, kind: type[SanctionAcknowledged], person: int
) -> dict[AccountSanction, list[dict[str, int]]]:
    """Returns the acknowledgements."""
    at = clock.about_now()
    banned, unbanned, suspended, ended = (at + timedelta(seconds=number) for number in range(4))
    await service.deliver(
        UserBanned(user_id=person, by_admin_id=1, banned_at=banned),
        UserUnbanned(user_id=person, by_admin_id=1, unbanned_at=unbanned),
        UserSuspended(user_id=person, until=at + timedelta(days=3), suspended_at=suspended),
        UserSuspended(user_id=person, until=ended, suspended_at=ended),
    )
    moments: dict[AccountSanction, datetime] = {
        "ban": banned, "lift_ban": unbanned, "suspend": suspended, "lift_suspension": ended,
    }  # fmt: skip
    return {
        one: await acknowledgements(service, kind, person, one, moment) for one, moment in moments.items()
    }
