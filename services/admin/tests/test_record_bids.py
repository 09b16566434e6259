"""Bids that were recorded before bids were counted: their figures are made from the record, once."""

import itertools
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from libs.contracts.events.auth import UserErased
from libs.contracts.fact import Fact, seal
from libs.kit.testing import Service
from services.admin.audit import bid_counts as audit_bid_counts
from services.admin.risk import projections as risk_projections
from services.admin.tests.lots import BEGIN, BUYER, Lot, driven_up, registered
from services.admin.tests.test_risk import bring, counts, forget_all, pairs, scores

pytestmark = pytest.mark.servers
NOW = BEGIN + timedelta(days=60)
# The record keeps what other tests told of their people.
SHILL, ERASED = 3_302, 3_303


@pytest.fixture(autouse=True)
async def _nothing_known(admin: Service) -> None:
    await forget_all(admin)


async def newest_entry(admin: Service) -> int:
    """Where the record ends; what other tests recorded is before that."""
    ((last,),) = [row.values() for row in await admin.rows("SELECT coalesce(max(id), 0) FROM audit_log")]
    return int(last)


async def count_live(admin: Service, facts: Sequence[Fact]) -> None:
    """Count facts as they are heard; the record has them already."""
    async with admin.database.transaction() as session:
        await risk_projections.apply_bid_batch(session, [seal(one, 1, at=BEGIN) for one in facts])


async def count(admin: Service, since: int, pieces: int = 1_000) -> audit_bid_counts.RecordCount:
    """Count from the record, in small pieces, all or only so many of them."""
    counted = audit_bid_counts.RecordCount(last=since)
    for _ in range(pieces):
        if not await audit_bid_counts.count_piece(admin.database, counted, NOW, piece=7):
            break
    return counted


def a_market() -> list[list[Fact]]:
    """Lots of a shill and of honest people, each with all its facts; the last was not paid."""
    lots = [driven_up(n, shill=SHILL, buyer=BUYER + n) for n in range(6)]
    lots += [Lot(n).bid(BUYER + n, 1).bid(BUYER + n + 1, 2).end() for n in range(3)]
    unpaid = Lot(8).bid(BUYER, 1, 0).bid(SHILL, 2)
    return [*lots, [*unpaid.end(), *unpaid.unpaid(SHILL, BUYER)]]


async def test_replay_of_the_record_gives_the_scores_that_bids_give_as_they_are_heard(admin: Service) -> None:
    account, since = registered(SHILL, BEGIN - timedelta(days=3)), await newest_entry(admin)
    facts = [account, *itertools.chain.from_iterable(a_market())]
    await bring(admin, facts)
    live = await scores(admin)
    assert live
    await forget_all(admin)
    assert await pairs(admin) == []
    await count(admin, since)
    assert await scores(admin) == live


async def test_an_auction_that_had_begun_before_bids_were_counted_is_counted_whole_and_once(
    admin: Service,
) -> None:
    lots, since = a_market(), await newest_entry(admin)
    await bring(admin, [registered(SHILL, BEGIN - timedelta(days=3)), *itertools.chain.from_iterable(lots)])
    live, rows = await scores(admin), await figures(admin)
    await forget_all(admin)
    # The first three lots came before, the fourth had begun, and all others are counted as they are heard.
    await count_live(admin, [*lots[3][4:], *itertools.chain.from_iterable(lots[4:])])
    assert await figures(admin) != rows
    counted = await count(admin, since)
    assert (counted.auctions, counted.accounts) == (4, 1)
    assert (await scores(admin), await figures(admin)) == (live, rows)
    again = await count(admin, since)
    assert again.auctions == 0
    assert (await scores(admin), await figures(admin)) == (live, rows)


async def test_what_was_interrupted_goes_on_where_it_stopped(admin: Service) -> None:
    since = await newest_entry(admin)
    await bring(admin, itertools.chain.from_iterable(a_market()))
    rows = await figures(admin)
    await forget_all(admin)
    first = await count(admin, since, pieces=4)
    assert 0 < first.auctions < 10
    assert (await count(admin, since)).auctions == 10 - first.auctions
    assert await figures(admin) == rows


async def test_what_would_be_forgotten_at_once_or_is_of_an_erased_person_is_not_counted(
    admin: Service,
) -> None:
    since = await newest_entry(admin)
    await bring(admin, [registered(ERASED, BEGIN), *driven_up(0, shill=ERASED)])
    await bring(admin, [UserErased(user_id=ERASED, erased_at=BEGIN)])
    await forget_all(admin)
    counted = audit_bid_counts.RecordCount(last=since)
    while await audit_bid_counts.count_piece(admin.database, counted, BEGIN + timedelta(days=200)):
        pass
    assert (counted.auctions, counted.accounts) == (0, 0)
    assert set((await counts(admin)).values()) == {0}


async def figures(admin: Service) -> list[dict[str, Any]]:
    """What is counted, without when an auction was first heard of."""
    lots = await admin.rows("SELECT * FROM risk_lots ORDER BY auction_id")
    parts = await admin.rows("SELECT * FROM risk_bidders ORDER BY auction_id, bidder_id")
    return [{name: one for name, one in row.items() if name != "seen_at"} for row in [*lots, *parts]]
