from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import Envelope, Event, make_envelope
from libs.contracts.events.auction import AuctionExtended
from libs.kit.events.broker import partition_of
from libs.kit.events.reconcile import Books, Figures, Ledger, Reconciled, Row

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def fold(known: Figures, event: Event) -> Figures:
    assert isinstance(event, AuctionExtended)
    return known | {"ends_at": event.ends_at, "moves": known.get("moves", 0) + 1}


async def rows(_: AsyncSession) -> AsyncIterator[Row]:
    for row in list[Row]():
        yield row


BOOKS = Books("wangi.auctions", frozenset({""}), fold, rows)


def envelope(version: int, auction_id: int = 7, at: datetime = NOON) -> Envelope:
    end = NOON + timedelta(minutes=version)
    return make_envelope(
        AuctionExtended(auction_id=auction_id, product_id=1, ends_at=end, epoch=1), version, at=at
    )


def stored_row(version: int = 3, **other: Any) -> Row:
    figures = {"ends_at": NOON + timedelta(minutes=version), "moves": version}
    return Row("7", version, NOON, figures | other)


def compared(events: list[Envelope], *some: Row, shortened: bool = False) -> Reconciled:
    ledger = Ledger(BOOKS)
    place = partition_of("7", {0, 1, 2, 3})
    ledger.shortened = {place} if shortened else set()
    for event in events:
        ledger.apply(event, place)
    for row in some:
        ledger.compare(row)
    return ledger.closed()


THREE = [envelope(1), envelope(2), envelope(3)]


def test_events_and_rows_agree_despite_duplicates() -> None:
    found = compared([*THREE, *THREE[1:], THREE[2]], stored_row())
    assert (found.differences, found.events, found.rows, found.differing) == ([], 3, 1, 0)


@pytest.mark.parametrize(
    ("events", "some", "words"),
    [
        pytest.param(
            THREE,
            [stored_row(moves=4)],
            "moves: published 3, stored 4",
            id="a row changed behind the stream's back",
        ),
        pytest.param(
            THREE,
            [stored_row(version=4, moves=3)],
            "version: published 3, stored 4",
            id="the newest event is missing",
        ),
        pytest.param(
            [envelope(1), envelope(3)],
            [stored_row()],
            "event 3 follows event 1",
            id="an event in between is missing",
        ),
        pytest.param(
            [envelope(2), envelope(3)],
            [stored_row()],
            "the first event has the number 2",
            id="the first is missing",
        ),
        pytest.param(
            [*THREE, envelope(3)],
            [stored_row()],
            "two events have the number 3",
            id="two events under one number",
        ),
        pytest.param(
            [*THREE, envelope(4)],
            [stored_row()],
            "version: published 4, stored 3",
            id="the tables have forgotten",
        ),
        pytest.param([], [stored_row()], "no event was published", id="never published"),
        pytest.param(THREE, [], "published, but not stored", id="the row is gone"),
    ],
)
def test_each_kind_of_difference_is_reported(events: list[Envelope], some: list[Row], words: str) -> None:
    found = compared(events, *some)
    assert found.differing == 1
    assert words in found.differences[0]
    assert found.differences[0].startswith("wangi.auctions 7: ")


def test_rows_older_than_the_topic_are_compared_with_remaining_events() -> None:
    later, row = NOON + timedelta(days=30), stored_row(moves=9)
    left = [envelope(2, at=later), envelope(3, at=later)]
    older = Row("7", 3, NOON, {"ends_at": row.figures["ends_at"]})
    assert (
        compared(left, older, shortened=True).differences,
        compared(left, older, shortened=True).older,
    ) == ([], 1)
    assert compared([envelope(1, 8, later)], older, Row("8", 1, later, {}), shortened=True).differing == 0
    assert "ends_at: published" in compared(left, stored_row(3, ends_at=NOON), shortened=True).differences[0]
    young = Row("7", 3, later + timedelta(seconds=1), older.figures)
    assert "the first event" in compared(left, young, shortened=True).differences[0]


def test_event_of_newer_build_counts_and_others_are_compared() -> None:
    newer = envelope(3).model_copy(update={"type": "wangi.auction.SomethingNew.v1"})
    assert compared([envelope(1), envelope(2), newer], stored_row(2, moves=2)).differences == [
        "wangi.auctions 7: version: published 3, stored 2"
    ]


def test_withdrawn_events_are_left_out() -> None:
    """P-H4"""
    ledger, lost = Ledger(BOOKS), envelope(3, at=NOON - timedelta(minutes=1))
    for event in (*THREE[:2], lost):
        ledger.apply(event)
    ledger.apply(THREE[2])
    assert ledger.closed().differing == 1
    ledger = Ledger(BOOKS)
    ledger.withdrawn = {lost.id}
    for event in (*THREE[:2], lost, THREE[2]):
        ledger.apply(event)
    ledger.compare(stored_row())
    assert (ledger.closed().differing, ledger.found.events) == (0, 3)
