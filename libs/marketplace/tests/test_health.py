from datetime import timedelta

import pytest
from sqlalchemy import text

from libs.contracts.events.admin import CaseClaimed
from libs.kit.errors import Unavailable
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.process.jobs import turn
from libs.kit.testing import Service, signed_in
from libs.marketplace.tests.makers import AT

pytestmark = pytest.mark.servers
SUPPORT = signed_in(61, "aisyah", roles=("support",))
SET_ASIDE = text(
    "INSERT INTO parked_keys (consumer, topic, key) VALUES ('boost', 'wangi.trades', 'set-aside')"
)
# No other test uses this case.
CLAIMED = CaseClaimed(
    case_id=880_061,
    kind="listing",
    subject_id=880_061,
    about_id=880_062,
    by_admin_id=61,
    until=AT,
    claimed_at=AT,
)
PATH = "/api/admin/boost/health"


async def test_waiting_events_and_parked_keys_are_counted(boost: Service) -> None:
    before = (await boost.http.get(PATH, headers=SUPPORT)).json()
    async with boost.database.transaction() as session:
        await session.execute(SET_ASIDE)
    try:
        after = (await boost.http.get(PATH, headers=SUPPORT)).json()
    finally:
        async with boost.database.transaction() as session:
            await session.execute(text("DELETE FROM parked_keys WHERE key = 'set-aside'"))
    assert after["parkedKeys"] == before["parkedKeys"] + 1
    assert (after["refusedKeys"], after["consumerLag"]) == (0, None), "this process consumes nothing"
    assert after["p95Ms"] > 0


async def test_unpublished_events_are_counted_with_their_age(admin: Service) -> None:
    async with admin.database.transaction() as session:
        await outbox.record(session, CLAIMED, version=1)
    (row,) = await admin.rows("SELECT count(*) AS n FROM outbox WHERE published_at IS NULL")
    found = (await admin.http.get("/api/admin/health", headers=SUPPORT)).json()
    assert found["outboxWaiting"] == min(row["n"], 1_000)
    assert (found["oldestWaitingAt"] is None) == (row["n"] == 0)


async def test_job_reports_since_when_it_waits(boost: Service) -> None:
    _take_a_turn(boost)
    assert (await _job(boost))["waitsSince"] is None
    went_on = (await _job(boost))["lastAt"]
    began = clock.about_now()
    for _ in range(2):
        clock.forward(minutes=3)
        _take_a_turn(boost, Unavailable())
    waiting = await _job(boost)
    assert waiting["lastAt"] == went_on
    assert clock.about_now() - began > timedelta(minutes=5)
    assert waiting["waitsSince"] > went_on
    first = waiting["waitsSince"]
    _take_a_turn(boost, OSError())
    assert (await _job(boost))["waitsSince"] == first, "since the first of them"
    _take_a_turn(boost)
    assert (await _job(boost))["waitsSince"] is None


async def test_job_failing_unexpectedly_ends_the_process(boost: Service) -> None:
    with pytest.raises(KeyError):
        _take_a_turn(boost, KeyError())


def _take_a_turn(service: Service, fault: Exception | None = None) -> None:
    with turn(service.app, "keep_testing"):
        if fault is not None:
            raise fault


async def _job(service: Service) -> dict[str, str]:
    found = (await service.http.get(PATH, headers=SUPPORT)).json()["jobs"]
    (job,) = [item for item in found if item["name"] == "keep_testing"]
    return dict(job)
