import itertools
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from libs.contracts.event import Event, make_envelope
from libs.contracts.events.auth import UserErased
from libs.kit.testing import Service
from services.admin.audit.bid_counts import RecordCount, count_piece
from services.admin.risk.projections import apply_bid_batch
from services.admin.tests.auctions import BEGIN, BUYER, AuctionStory, driven_up, registered
from services.admin.tests.test_risk import bring, counts, forget_all, pairs, scores

pytestmark = pytest.mark.servers
NOW = BEGIN + timedelta(days=60)
# The record also contains people of other tests.
SHILL, ERASED = 3_302, 3_303


@pytest.fixture(autouse=True)
async def _nothing_known(admin: Service) -> None:
    await forget_all(admin)


async def newest_entry(admin: Service) -> int:
    ((last,),) = [row.values() for row in await admin.rows("SELECT coalesce(max(id), 0) FROM audit_log")]
    return int(last)


async def count_live(admin: Service, events: Sequence[Event]) -> None:
    async with admin.database.transaction() as session:
        await apply_bid_batch(session, [make_envelope(event, 1, at=BEGIN) for event in events])


async def count(admin: Service, since: int, pieces: int = 1_000) -> RecordCount:
    """Count from the record in small batches, all or only `pieces` of them."""
    counted = RecordCount(last=since)
    for _ in range(pieces):
        if not await count_piece(admin.database, counted, NOW, piece=7):
            break
    return counted


def a_market() -> list[list[Event]]:
    """The last auction was not paid."""
    auctions = [driven_up(n, shill=SHILL, buyer=BUYER + n) for n in range(6)]
    auctions += [AuctionStory(n).bid(BUYER + n, 1).bid(BUYER + n + 1, 2).end() for n in range(3)]
    unpaid = AuctionStory(8).bid(BUYER, 1, 0).bid(SHILL, 2)
    return [*auctions, [*unpaid.end(), *unpaid.unpaid(SHILL, BUYER)]]


async def test_replayed_audit_log_gives_the_same_bid_scores(admin: Service) -> None:
    account, since = registered(SHILL, BEGIN - timedelta(days=3)), await newest_entry(admin)
    events = [account, *itertools.chain.from_iterable(a_market())]
    await bring(admin, events)
    live = await scores(admin)
    assert live
    await forget_all(admin)
    assert await pairs(admin) == []
    await count(admin, since)
    assert await scores(admin) == live


async def test_auction_started_before_scoring_is_scored_whole_and_once(
    admin: Service,
) -> None:
    auctions, since = a_market(), await newest_entry(admin)
    await bring(
        admin, [registered(SHILL, BEGIN - timedelta(days=3)), *itertools.chain.from_iterable(auctions)]
    )
    live, rows = await scores(admin), await figures(admin)
    await forget_all(admin)
    await count_live(admin, [*auctions[3][4:], *itertools.chain.from_iterable(auctions[4:])])
    assert await figures(admin) != rows
    counted = await count(admin, since)
    assert (counted.auctions, counted.accounts) == (4, 1)
    assert (await scores(admin), await figures(admin)) == (live, rows)
    again = await count(admin, since)
    assert again.auctions == 0
    assert (await scores(admin), await figures(admin)) == (live, rows)


async def test_interrupted_scoring_resumes(admin: Service) -> None:
    since = await newest_entry(admin)
    await bring(admin, itertools.chain.from_iterable(a_market()))
    rows = await figures(admin)
    await forget_all(admin)
    first = await count(admin, since, pieces=4)
    assert 0 < first.auctions < 10
    assert (await count(admin, since)).auctions == 10 - first.auctions
    assert await figures(admin) == rows


async def test_expired_and_erased_bids_are_not_scored(
    admin: Service,
) -> None:
    since = await newest_entry(admin)
    await bring(admin, [registered(ERASED, BEGIN), *driven_up(0, shill=ERASED)])
    await bring(admin, [UserErased(user_id=ERASED, erased_at=BEGIN)])
    await forget_all(admin)
    counted = RecordCount(last=since)
    while await count_piece(admin.database, counted, BEGIN + timedelta(days=200)):
        pass
    assert (counted.auctions, counted.accounts) == (0, 0)
    assert set((await counts(admin)).values()) == {0}


async def figures(admin: Service) -> list[dict[str, Any]]:
    auctions = await admin.rows("SELECT * FROM risk_auctions ORDER BY auction_id")
    parts = await admin.rows("SELECT * FROM risk_bidders ORDER BY auction_id, bidder_id")
    return [{name: one for name, one in row.items() if name != "seen_at"} for row in [*auctions, *parts]]
