from typing import Any

import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

from libs.kit.db.direct import DirectConnection
from libs.kit.errors import OutcomeUnknown, Unavailable
from libs.kit.testing import Service
from services.auction.bidding.batches import Batch
from services.auction.bidding.sequencer import Sequencer
from services.auction.tests.bid_queue import (
    answers,
    bid_request,
    log_of,
    meddle_once,
    open_connections,
    patient,
)
from services.auction.tests.makers import an_auction, bid, bidder, read_auction

pytestmark = pytest.mark.servers


async def test_commit_of_unknown_outcome_is_not_retried(
    auction: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-A6"""
    auction_id = await an_auction(auction)

    commits: list[Any] = []

    def lost(session: Any) -> None:
        commits.append(session)
        if len(commits) == 1:
            raise RuntimeError("the answer to COMMIT never came")

    monkeypatch.setattr(auction.database, "after_commit", [lost])
    bid_queue: Sequencer = auction.app.state.sequencer
    results = await answers(
        [bid_queue.place(bid_request(auction_id, 8_750 + n, 10_500 + 500 * n)) for n in range(3)]
    )
    assert [type(result) for result in results] == [OutcomeUnknown] * 3
    assert [row["bidder_id"] for row in await log_of(auction, auction_id)] == [8_750, 8_751, 8_752]


def silent_after(
    monkeypatch: pytest.MonkeyPatch, call: str, first: str, silence: type[Exception]
) -> list[str]:
    """Returns the statements that are never answered."""
    does, queries = getattr(DirectConnection, call), list[str]()

    async def cut_off(self: DirectConnection, query: str, *values: Any, **more: Any) -> Any:
        answer = await does(self, query, *values, **more)
        if query.lstrip().startswith(first):
            queries.append(query)
            raise silence
        return answer

    monkeypatch.setattr(DirectConnection, call, cut_off)
    return queries


@pytest.mark.parametrize("silence", [ConnectionResetError, TimeoutError, RuntimeError])
@pytest.mark.parametrize("disturbed", [False, True], ids=["at once", "held"])
async def test_unanswered_commit_is_logged_for_operator(
    auction: Service, monkeypatch: pytest.MonkeyPatch, silence: type[Exception], disturbed: bool
) -> None:
    """P-A6"""
    auction_id = await an_auction(auction)
    bid_queue: Sequencer = auction.app.state.sequencer
    if disturbed:
        meddle_once(auction, monkeypatch, "UPDATE auctions SET updated_at = clock_timestamp()")
        commits = silent_after(monkeypatch, "execute", "COMMIT", silence)
    else:
        commits = silent_after(monkeypatch, "fetchval", "WITH held", silence)
    with capture_logs() as written:
        results = await answers(
            [bid_queue.place(bid_request(auction_id, 8_770 + n, 10_500 + 500 * n)) for n in range(3)]
        )
    assert [type(result) for result in results] == [OutcomeUnknown] * 3
    errors = [(line["event"], line.get("bids")) for line in written if line["log_level"] == "error"]
    assert errors == [("batch_of_unknown_fate", 3)]
    assert len(commits) == 1
    assert [row["bidder_id"] for row in await log_of(auction, auction_id)] == [8_770, 8_771, 8_772]


async def test_bids_refused_before_commit_have_known_outcome(
    auction: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    auction_id = await an_auction(auction)

    async def cut(self: Batch, asking: Any) -> Any:
        raise ConnectionResetError

    monkeypatch.setattr(Batch, "decide", cut)
    with capture_logs() as written:
        results = await answers([auction.app.state.sequencer.place(bid_request(auction_id, 8_780, 10_500))])
    assert [type(result) for result in results] == [Unavailable]
    assert [line for line in written if line["log_level"] == "error"] == []


async def test_bid_refused_by_lock_timeout_has_known_outcome(auction: Service) -> None:
    auction_id = await an_auction(auction)
    assert (await bid(auction, auction_id, 105)).status_code == 201
    async with patient(open_connections(auction), "50ms"), auction.database.transaction() as holder:
        await holder.execute(text("SELECT 1 FROM auctions WHERE id = :id FOR UPDATE"), {"id": auction_id})
        with capture_logs() as written:
            assert (await bid(auction, auction_id, 110, bidder(44, "mira"))).status_code == 503
    assert [line for line in written if line["log_level"] == "error"] == []
    assert (await read_auction(auction, auction_id))["bidCount"] == 1


async def test_closed_connection_is_reopened_for_next_bid(auction: Service) -> None:
    auction_id = await an_auction(auction)
    bid_queue: Sequencer = auction.app.state.sequencer
    assert isinstance(await bid_queue.place(bid_request(auction_id, 8_850, 10_500)), bytes)
    cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid = ANY(:pids)"
    pids = [line.get_server_pid() for line in open_connections(auction)]
    async with auction.database.reading() as session:
        await session.execute(text(cut), {"pids": pids})
    results = [
        (await answers([bid_queue.place(bid_request(auction_id, 8_851 + n, 11_000 + 500 * n))]))[0]
        for n in range(2)
    ]
    assert [type(result) for result in results] in (
        [bytes, bytes],
        [Unavailable, bytes],
    )
    assert len(await log_of(auction, auction_id)) == 1 + sum(isinstance(result, bytes) for result in results)


async def test_late_begin_includes_no_later_bid(auction: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    auction_id = await an_auction(auction)
    meddle_once(auction, monkeypatch, "UPDATE auctions SET updated_at = clock_timestamp()")
    late = silent_after(monkeypatch, "execute", "BEGIN", TimeoutError)
    bid_queue: Sequencer = auction.app.state.sequencer
    results = [
        (await answers([bid_queue.place(bid_request(auction_id, 8_860 + n, 10_500 + 500 * n))]))[0]
        for n in range(2)
    ]
    assert len(late) == 1
    assert [type(result) for result in results] == [Unavailable, bytes]
    assert [row["bidder_id"] for row in await log_of(auction, auction_id)] == [8_861]
