import asyncio
import csv
import json
from collections.abc import Awaitable, Callable, Iterable
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from faststream.kafka import TestKafkaBroker
from wangi_analysts import open_events

from deploy.local.stack import Stack
from deploy.parquet import views, write_day
from examples.analysts import stream
from libs.contracts.event import Envelope, Event, make_envelope
from libs.contracts.events.auction import AuctionEnded, AuctionExtended, BidPlaced
from libs.contracts.events.catalog import FavouriteAdded, ProductViewed, SearchPerformed
from libs.contracts.events.messaging import ConversationStarted
from libs.contracts.events.trades import ActionConfirmed, DealCancelled, DealDelivered, DealOpened
from libs.contracts.registry import EVENTS
from libs.kit.testing import Service
from services.admin.subscribers import record_events
from tests.stack.test_commands import wangi

NOTEBOOKS = Path(__file__).parents[2] / "examples" / "analysts"
MALAYSIA = ZoneInfo("Asia/Kuala_Lumpur")
NOON = datetime(2026, 3, 2, 12, tzinfo=MALAYSIA)
LISTING: dict[str, Any] = {"product_id": 2, "seller_id": 3}
DEAL = LISTING | {"buyer_id": 4}


def bid(auction_id: int, number: int, bidder_id: int, at: datetime, *, is_auto: bool = False) -> BidPlaced:
    return BidPlaced(
        **LISTING, auction_id=auction_id, bid_id=number, bidder_id=bidder_id, bidder_name="Siti binti Ali",
        amount=100_00 * number, placed_at=at, previous_bidder_id=None, bid_count=number, minimum_bid=1,
        ends_at=NOON, reserve_met=True, epoch=1, is_auto=is_auto,
    )  # fmt: skip


def ago(seconds: int) -> datetime:
    return NOON - timedelta(seconds=seconds)


def end(auction_id: int, bids: int, winner_id: int) -> AuctionEnded:
    return AuctionEnded(
        **LISTING, auction_id=auction_id, outcome="sold", winner_id=winner_id, price=1, highest_bidder_id=winner_id,
        highest_bid=1, bid_count=bids, ended_at=NOON, epoch=1,
    )  # fmt: skip


@pytest.mark.servers
async def test_events_of_a_malaysian_day_are_one_file_without_words(
    admin: Service, stack: Stack, tmp_path: Path
) -> None:
    midnight = datetime(2026, 3, 3, tzinfo=MALAYSIA)
    moments = [midnight - timedelta(days=1), midnight - timedelta(microseconds=1), midnight]
    events = [
        make_envelope(bid(7, number + 1, 5, at), number + 1, at=at)
        for number, at in enumerate([moments[0] - timedelta(microseconds=1), *moments])
    ]
    async with admin.database.transaction() as session:
        await record_events(events, session)
    for _ in range(2):
        url = stack.parts["admin"]["DATABASE_URL"]
        words = ("export", str(tmp_path), "--from", "2026-03-02", "--to", "2026-03-04")
        code, printed = wangi(stack, *words, DATABASE_URL=url)
        assert (code, printed.splitlines()) == (
            0, ["2026-03-02: 2 events", "2026-03-03: 1 events", "2026-03-04: 0 events"],
        )  # fmt: skip
        with open_events(tmp_path) as opened:
            found = opened.sql(
                "SELECT day, bid_count, amount, reserve_met FROM auction.bid_placed JOIN events "
                "ON event_number = version AND event_key = subject ORDER BY bid_count"
            ).fetchall()
            columns = opened.sql("FROM auction.bid_placed").columns
        assert found == [
            (date(2026, 3, 2), 2, 200_00, True), (date(2026, 3, 2), 3, 300_00, True),
            (date(2026, 3, 3), 4, 400_00, True),
        ]  # fmt: skip
        assert "bidder_id" in columns
        assert "bidder_name" not in columns
    there = files_in(tmp_path)
    assert not [path for path, content in there.items() if b"Siti" in content]
    assert sorted(there) == [*(f"events/day=2026-03-0{day}/events.parquet" for day in (2, 3, 4)), "views.sql"]


@pytest.mark.servers
@pytest.mark.parametrize("days", [("2026-03-02", "2026-03-01"), ("2000-01-01", "2026-03-01")])
async def test_invalid_day_range_is_refused(stack: Stack, days: tuple[str, str], tmp_path: Path) -> None:
    code, words = wangi(stack, "export", str(tmp_path / "out"), "--from", days[0], "--to", days[1])
    assert code == 2
    assert "--to is before --from" in words
    assert files_in(tmp_path) == {}


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def copy_of(events: Iterable[Envelope]) -> Callable[[Path], Awaitable[None]]:
    async def copy(path: Path) -> None:
        with path.open("w", newline="") as file:
            rows = csv.writer(file)
            for event in events:
                data = json.dumps(event.data)
                rows.writerow(
                    [event.id, event.type, event.source, event.subject, event.version, event.time, data]
                )

    return copy


async def test_failed_export_keeps_the_day(tmp_path: Path) -> None:
    await write_day(tmp_path, NOON.date(), copy_of([make_envelope(bid(7, 1, 5, NOON), 1, at=NOON)]))
    before = files_in(tmp_path)

    async def broken(path: Path) -> None:
        await asyncio.to_thread(path.write_text, "half a li")
        raise OSError("the database is gone")

    with pytest.raises(OSError, match="gone"):
        await write_day(tmp_path, NOON.date(), broken)
    assert files_in(tmp_path) == before


async def exported(folder: Path, events: Iterable[Event]) -> Path:
    sealed = [make_envelope(event, number, at=NOON) for number, event in enumerate(events, 1)]
    await write_day(folder, NOON.date(), copy_of(sealed))
    (folder / "views.sql").write_text(views())
    return folder


def read_through(notebook: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Returns the notebook's variables."""
    monkeypatch.setenv("WANGI_EVENTS", str(folder))
    monkeypatch.syspath_prepend(str(NOTEBOOKS))
    cells = json.loads((NOTEBOOKS / notebook).read_text())["cells"]
    names: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)  # noqa: S102 (our own notebook)
    return names


async def test_bid_notebook_shows_curve_and_snipers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    events = [
        bid(1, 1, 5, ago(3_600)), bid(1, 2, 6, ago(30)), end(1, 2, 6),
        AuctionExtended(auction_id=1, product_id=2, ends_at=NOON, epoch=1),
        bid(2, 1, 5, ago(59)), bid(2, 2, 6, ago(58), is_auto=True), end(2, 2, 6),
        bid(3, 1, 5, ago(61)), end(3, 1, 5),
        bid(4, 1, 6, ago(900)), bid(4, 2, 6, ago(800), is_auto=True), bid(4, 3, 5, ago(700)), end(4, 3, 5),
    ]  # fmt: skip
    names = read_through("bids.ipynb", await exported(tmp_path, events), monkeypatch)
    assert names["curve"].fetchall() == [
        (1, 100.0, False, 900.0), (2, 200.0, True, 800.0), (3, 300.0, False, 700.0),
    ]  # fmt: skip
    assert names["sniping"].fetchall() == [(4, 2, 1, 1)]


async def test_funnel_notebook_follows_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = [
        DealOpened(
            **DEAL,
            transaction_id=item,
            conversation_id=1,
            amount=1,
            sold_by="fixed",
            auction_id=None,
            opened_at=NOON,
        )
        for item in (1, 2)
    ]
    paid = ActionConfirmed(
        **DEAL, transaction_id=1, message_id=1, action_type="CONFIRM_PAYMENT", actor_id=3, confirmed_at=NOON
    )
    events = [
        SearchPerformed(terms=["oud"], times=5, results=1, searched_on=NOON.date()),
        ProductViewed(**LISTING, views=9, viewed_on=NOON.date()),
        FavouriteAdded(**LISTING, user_id=4, favourites=1, price=1, added_at=NOON),
        ConversationStarted(conversation_id=1, starter_id=4, other_id=3, product_id=2, started_at=NOON),
        *opened, paid, paid,
        DealDelivered(**DEAL, transaction_id=1, amount=1, delivered_at=NOON),
        DealCancelled(
            **DEAL, transaction_id=2, cancelled_by="buyer", reason="other", was_paid=False, cancelled_at=NOON
        ),
    ]  # fmt: skip
    names = read_through("funnel.ipynb", await exported(tmp_path, events), monkeypatch)
    assert [row[1:] for row in names["steps"].fetchall()] == [
        ("searches", 5), ("views", 1), ("favourites", 1), ("conversations", 1), ("deals", 2),
    ]  # fmt: skip
    assert names["deals"].fetchall() == [("fixed", 2, 1, 0, 1, 0, 1)]


async def test_every_event_type_has_a_readable_view(tmp_path: Path) -> None:
    with open_events(await exported(tmp_path, [bid(1, 1, 5, NOON)])) as opened:
        found = opened.sql(
            "SELECT table_schema, table_name FROM information_schema.tables WHERE table_type = 'VIEW' "
            "AND table_name <> 'events'"
        ).fetchall()
        assert len(found) == len(EVENTS)
        for schema, name in found:
            assert opened.sql(f"FROM {schema}.{name}").fetchall() == [] or name == "bid_placed"


async def test_example_program_prints_each_bid_once(capsys: pytest.CaptureFixture[str]) -> None:
    events = [
        make_envelope(bid(1, 1, 5, NOON), 1),
        make_envelope(end(1, 1, 5), 2),
        make_envelope(bid(1, 2, 6, NOON), 3),
    ]
    new = events[0].model_copy(update={"id": "of-tomorrow", "type": "wangi.auction.BidDreamt.v1"})
    async with TestKafkaBroker(stream.broker) as broker:
        for item in (events[0], events[0], new, events[1], events[2]):
            await broker.publish(item.model_dump_json(by_alias=True).encode(), "wangi.auctions")
    assert capsys.readouterr().out.splitlines() == [
        "auction 1: RM100.00, bid 1",
        "auction 1: RM200.00, bid 2",
    ]
