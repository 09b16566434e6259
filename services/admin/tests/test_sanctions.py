import itertools
import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text

from libs.contracts.event import Event
from libs.contracts.events.auth import UserBanned, UserErased, UserSuspended, UserUnbanned
from libs.contracts.events.catalog import ProductRemoved
from libs.contracts.events.sanctions import (
    AccountSanction,
    ConsequenceCount,
    SanctionAcknowledged,
    SanctionAppliedToAuctions,
    SanctionAppliedToListings,
    SanctionAppliedToMessages,
    SanctionAppliedToMoney,
)
from libs.kit.process import clock
from libs.kit.testing import Service
from libs.marketplace.sanctions import Counts
from services.admin.audit.trimming import trim_all
from services.admin.cases.sanctions import oldest_age
from services.admin.tests.test_risk import AISYAH, bring

pytestmark = pytest.mark.servers
ALL = ["catalog", "auction", "messaging", "boost"]
ACKNOWLEDGEMENTS: tuple[type[SanctionAcknowledged], ...] = (
    SanctionAppliedToListings, SanctionAppliedToAuctions, SanctionAppliedToMessages, SanctionAppliedToMoney,
)  # fmt: skip
NONE: Counts = {}
_people = itertools.count(360_000)


@pytest.fixture(autouse=True)
async def _no_sanctions(admin: Service) -> None:
    async with admin.database.transaction() as session:
        await session.execute(text("DELETE FROM account_sanctions"))


def acknowledgement(
    kind: type[SanctionAcknowledged],
    person: int,
    at: datetime,
    sanction: AccountSanction = "ban",
    counts: Counts = NONE,
) -> SanctionAcknowledged:
    consequences = [ConsequenceCount(what=what, count=one) for what, one in counts.items()]
    return kind(
        user_id=person, sanction=sanction, decided_at=at, consequences=consequences,
        applied_at=at + timedelta(seconds=1),
    )  # fmt: skip


def ban_of(person: int, at: datetime) -> list[Event]:
    counts: list[Counts] = [
        {"listings_hidden": 12}, {"auctions_cancelled": 3, "bids_voided": 7}, {}, {},
    ]  # fmt: skip
    answers = [
        acknowledgement(kind, person, at, counts=one)
        for kind, one in zip(ACKNOWLEDGEMENTS, counts, strict=True)
    ]
    return [UserBanned(user_id=person, by_admin_id=61, banned_at=at), *answers]


def lift_of(person: int, at: datetime) -> list[Event]:
    answers = [acknowledgement(kind, person, at, "lift_ban") for kind in ACKNOWLEDGEMENTS]
    return [UserUnbanned(user_id=person, by_admin_id=61, unbanned_at=at), *answers]


async def about(admin: Service, person: int) -> list[dict[str, Any]]:
    answer = await admin.http.get(f"/api/admin/cases/about/{person}", headers=AISYAH)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["sanctions"]
    return found


async def waiting(admin: Service) -> dict[str, Any]:
    answer = await admin.http.get("/api/admin/cases/waiting", headers=AISYAH)
    assert answer.status_code == 200, answer.text
    return dict(next(item for item in answer.json() if item["what"] == "sanctions"))


async def rows_of(admin: Service) -> list[dict[str, Any]]:
    return await admin.rows("SELECT * FROM account_sanctions ORDER BY user_id, decided_at, sanction")


def figures_of(shown: dict[str, Any]) -> dict[str, dict[str, int]]:
    return {
        answer["service"]: {each["what"]: each["count"] for each in answer["consequences"]}
        for answer in shown["answers"]
    }


async def test_ban_waits_for_acknowledgement_of_each_service(admin: Service) -> None:
    person, at = next(_people), clock.about_now()
    banned, *answers = ban_of(person, at)
    await admin.deliver(banned)
    (shown,) = await about(admin, person)
    assert (shown["sanction"], shown["waitsFor"], shown["answers"]) == ("ban", ALL, [])
    assert await waiting(admin) == {
        "what": "sanctions", "count": 1, "since": at.isoformat().replace("+00:00", "Z"), "personId": person,
    }  # fmt: skip
    await admin.deliver(*answers[:2])
    (shown,) = await about(admin, person)
    assert shown["waitsFor"] == ["messaging", "boost"]
    assert figures_of(shown) == {
        "catalog": {"listings_hidden": 12}, "auction": {"auctions_cancelled": 3, "bids_voided": 7},
    }  # fmt: skip
    await admin.deliver(*answers[2:])
    (shown,) = await about(admin, person)
    assert (shown["waitsFor"], list(figures_of(shown))) == ([], ALL)
    assert (await waiting(admin))["count"] == 0


async def test_removed_listing_waits_for_auction_and_boost(admin: Service) -> None:
    """U37"""
    person, at = next(_people), clock.about_now()
    removed = [
        ProductRemoved(
            product_id=number, seller_id=person, auction_id=None, reason="moderated", removed_at=at
        )
        for number in (71, 72)
    ]
    archived = removed[0].model_copy(update={"product_id": 73, "reason": "archived"})
    answer = SanctionAppliedToMoney(
        user_id=person, sanction="remove_listing", product_id=72, decided_at=at, applied_at=at,
        consequences=[ConsequenceCount(what="boosts_credited", count=1)],
    )  # fmt: skip
    await admin.deliver(answer, *removed, archived)
    shown = {item["productId"]: item for item in await about(admin, person)}
    assert {number: one["waitsFor"] for number, one in shown.items()} == {
        71: ["auction", "boost"], 72: ["auction"],
    }  # fmt: skip
    assert figures_of(shown[72]) == {"boost": {"boosts_credited": 1}}
    assert (await waiting(admin))["count"] == 2


async def test_duplicate_acknowledgement_counts_once(admin: Service) -> None:
    person, at = next(_people), clock.about_now()
    first = acknowledgement(SanctionAppliedToListings, person, at, counts={"listings_hidden": 12})
    again = acknowledgement(SanctionAppliedToListings, person, at, counts={"listings_hidden": 99})
    await bring(admin, [first, again])
    await admin.deliver(ban_of(person, at)[0], first, again, again)
    (shown,) = await about(admin, person)
    assert figures_of(shown) == {"catalog": {"listings_hidden": 12}}
    assert shown["waitsFor"] == ALL[1:]


async def test_acknowledgements_in_any_order_give_the_same_rows(
    admin: Service,
) -> None:
    person, other, at = next(_people), next(_people), clock.about_now()
    events = [
        *ban_of(person, at), *lift_of(person, at + timedelta(seconds=9)), *ban_of(other, at),
        UserSuspended(user_id=other, until=at + timedelta(days=3), suspended_at=at - timedelta(days=1)),
    ]  # fmt: skip
    await bring(admin, events)
    expected = await rows_of(admin)
    assert [row["sanction"] for row in expected] == ["ban", "lift_ban", "suspend", "ban"]
    assert [row["is_done"] for row in expected] == [True, True, False, True]
    order = random.Random(7)
    for _ in range(6):
        await _empty(admin)
        order.shuffle(events)
        await bring(admin, events * 2, together=order.choice((1, 3, 50)))
        assert await rows_of(admin) == expected


async def test_replay_of_all_events_gives_the_same_sanction_rows(admin: Service) -> None:
    at = clock.about_now()
    events = [
        event for number in range(20) for event in ban_of(next(_people), at + timedelta(seconds=number))
    ]
    await bring(admin, events[:-1], together=7)
    before = await rows_of(admin)
    await bring(admin, events[:-1])
    assert await rows_of(admin) == before
    await _empty(admin)
    await bring(admin, events[:-1])
    assert await rows_of(admin) == before


async def _empty(admin: Service) -> None:
    async with admin.database.transaction() as session:
        await session.execute(text("DELETE FROM account_sanctions"))


async def test_suspension_and_its_lift_are_two_sanctions(admin: Service) -> None:
    person, at = next(_people), clock.about_now()
    later = at + timedelta(hours=1)
    suspended = UserSuspended(user_id=person, until=at + timedelta(days=3), suspended_at=at)
    await admin.deliver(suspended, UserSuspended(user_id=person, until=later, suspended_at=later))
    await admin.deliver(
        *(acknowledgement(kind, person, later, sanction="lift_suspension") for kind in ACKNOWLEDGEMENTS),
    )
    shown = [(item["sanction"], item["waitsFor"]) for item in await about(admin, person)]
    assert shown == [("lift_suspension", []), ("suspend", ALL)]


async def test_oldest_unacknowledged_sanction_is_measured(admin: Service) -> None:
    person, at = next(_people), clock.about_now()
    banned, *answers = ban_of(person, at)
    assert await oldest_age(admin.database, at) == 0
    await admin.deliver(banned, *answers[:3])
    assert await oldest_age(admin.database, at + timedelta(seconds=301)) == 301
    await admin.deliver(answers[3])
    assert await oldest_age(admin.database, at + timedelta(seconds=302)) == 0


async def test_erased_person_needs_no_acknowledgement(admin: Service) -> None:
    person, at = next(_people), clock.about_now()
    await admin.deliver(ban_of(person, at)[0])
    assert (await waiting(admin))["count"] == 1
    await admin.deliver(UserErased(user_id=person, erased_at=at))
    assert await waiting(admin) == {"what": "sanctions", "count": 0, "since": None, "personId": None}
    assert await oldest_age(admin.database, at + timedelta(hours=1)) == 0


async def test_sanctions_are_kept_for_400_days(admin: Service) -> None:
    old, new = datetime.now(UTC) - timedelta(days=401), datetime.now(UTC) - timedelta(days=399)
    person = next(_people)
    await bring(admin, _bans(person, [old, new]))
    await trim_all(admin.database, datetime.now(UTC))
    assert [row["decided_at"] for row in await rows_of(admin)] == [new]


def _bans(person: int, moments: Sequence[datetime]) -> list[Event]:
    return [event for at in moments for event in ban_of(person, at)]
