import random
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from libs.contracts.event import EVENTS, Event
from libs.contracts.events.admin import RiskFlagged
from libs.contracts.events.auth import UserErased
from libs.contracts.events.signals import (
    MAX_SHARERS,
    AccountSignalShared,
    LinkedAccountsRead,
    PayoutAccountShared,
)
from libs.kit.testing import Service, signed_in
from libs.marketplace.testing import add_person
from services.admin.audit.trimming import trim_all
from services.admin.tests.auctions import BEGIN, AuctionStory, ring
from services.admin.tests.test_risk import AISYAH, bring, events_of, forget_all, pairs, scores

pytestmark = pytest.mark.servers
# Used by no other test.
SELLER, SHILL = 521, 522


@pytest.fixture(autouse=True)
async def _nothing_known(admin: Service) -> None:
    await forget_links(admin)


async def forget_links(admin: Service) -> None:
    await forget_all(admin)
    async with admin.database.transaction() as session:
        await session.execute(text("DELETE FROM risk_signals"))


def sharing(*people: int, signal: int = 77, since: int = 0) -> list[Event]:
    return [
        AccountSignalShared(
            user_id=person, signal=signal, by="device", since=BEGIN + timedelta(days=since + day),
            seen_at=BEGIN + timedelta(days=since + day),
        )
        for day, person in enumerate(people)
    ]  # fmt: skip


async def links(admin: Service, person: int) -> list[dict[str, Any]]:
    answer = await admin.http.get(f"/api/admin/risk/links/{person}", headers=AISYAH)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["accounts"]
    return found


def shy(shared: Sequence[Event] = ()) -> list[Event]:
    """Below the threshold."""
    events: list[Event] = [*shared]
    for n in range(6):
        auction = AuctionStory(n, SELLER).bid(400 + n, 1, 0)
        for hour in (2, 5):
            auction.bid(SHILL, hour).bid(400 + n, hour + 2, 1_000)
        events += auction.end()
    return events


async def test_staff_read_shared_signals_and_access_is_logged(admin: Service) -> None:
    await add_person(admin, 502, username="kamal")
    bank = PayoutAccountShared(user_id=501, signal=9, since=BEGIN, seen_at=BEGIN)
    later = BEGIN + timedelta(days=40)
    events = [*sharing(501, 502, 503), bank, bank.model_copy(update={"user_id": 502, "since": later})]
    await bring(admin, events)
    found = {link["person"]["id"]: link for link in await links(admin, 501)}
    assert sorted(found) == [502, 503]
    assert found[502]["person"]["username"] == "kamal"
    assert {(signal["kind"], signal["since"][:10]) for signal in found[502]["signals"]} == {
        ("device", "2026-09-02"), ("payout_account", "2026-10-11"),
    }  # fmt: skip
    (look,) = await admin.recorded("links-501")
    read = EVENTS[look["type"]].parse(look["data"])
    assert isinstance(read, LinkedAccountsRead)
    assert (read.user_id, read.by_admin_id) == (501, 61)
    assert "signal" not in str(found).replace("signals", "")


async def test_signal_shared_by_more_than_twenty_accounts_links_nobody(admin: Service) -> None:
    people = [SELLER, SHILL, *range(600, 600 + MAX_SHARERS - 2)]
    await bring(admin, sharing(*people))
    assert len(await links(admin, SELLER)) == MAX_SHARERS - 1
    await bring(admin, shy())
    (pair,) = await pairs(admin)
    assert "shared_signal" in [reason["code"] for reason in pair["reasons"]]
    await bring(admin, sharing(700))
    assert await links(admin, SELLER) == []
    (pair,) = await pairs(admin)
    assert pair["score"] < 0.6
    assert "shared_signal" not in [reason["code"] for reason in pair["reasons"]]


async def test_bidder_sharing_sellers_browser_is_reviewed_earlier(admin: Service) -> None:
    await bring(admin, shy())
    assert await pairs(admin) == []
    await bring(admin, sharing(SELLER, SHILL))
    (pair,) = await pairs(admin)
    assert 0.6 <= pair["score"] < 0.85
    assert {"code": "shared_signal", "figure": 1, "of": None} in pair["reasons"]
    (event,) = await events_of(admin, pair["id"])
    assert isinstance(event, RiskFlagged)
    assert [further_reason.code for further_reason in event.further_reasons] == ["shared_signal"]
    assert len(event.reasons) == 2


async def test_signal_events_in_any_order_give_the_same_scores(admin: Service) -> None:
    bids = [*ring(shill=303), *shy()]
    shared = [*sharing(SELLER, SHILL), *sharing(SELLER, SHILL, 400, signal=78, since=30)]
    shared += sharing(SELLER, SHILL, since=50)
    await bring(admin, [*bids, *shared], 7)
    first, linked = await scores(admin), await links(admin, SHILL)
    assert first
    assert linked
    for seed in range(3):
        await forget_links(admin)
        dice = random.Random(seed)
        mixed = dice.sample(shared, len(shared)) + dice.sample(shared, 2)
        place = dice.randrange(len(bids))
        await bring(admin, [*bids[:place], *mixed, *bids[place:]], dice.randrange(1, 40))
        assert await scores(admin) == first
        assert await links(admin, SHILL) == linked


async def test_old_and_erased_signals_are_deleted_for_good(admin: Service) -> None:
    await bring(admin, sharing(505, 506, 507))
    await bring(admin, [UserErased(user_id=506, erased_at=BEGIN)])
    await bring(admin, sharing(506))
    assert [link["person"]["id"] for link in await links(admin, 505)] == [507]
    await trim_all(admin.database, BEGIN + timedelta(days=184))
    assert await links(admin, 505) == []


async def test_audit_log_does_not_reveal_linked_accounts(admin: Service) -> None:
    await bring(admin, sharing(511, 512, signal=123_454_321))
    rows = await admin.rows(
        "SELECT subject, data FROM audit_log WHERE subject IN ('signals-511', 'signals-512')"
    )
    assert len(rows) == 2
    assert "123454321" not in str(rows)


async def test_only_moderators_read_linked_accounts(admin: Service) -> None:
    for role in ("support", "finance"):
        headers = signed_in(65, "ali", roles=(role,))
        assert (await admin.http.get("/api/admin/risk/links/501", headers=headers)).status_code == 403
