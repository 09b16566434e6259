import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest

from deploy.local.stack import Stack
from libs.kit.db.database import Database
from libs.kit.events import reconcile
from libs.kit.events.relay import Relay
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auction.queries import BOOKS
from services.auction.tests.makers import (
    FARID,
    an_auction,
    bid,
    bidder,
    cancelled_deal,
    ended,
    report_payment,
    say,
)
from services.auction.tests.test_buy_now import bought
from services.auction.tests.test_hard_ends import withdraw
from services.auction.tests.test_voided_bids import KIM, a_slip, void_bids

pytestmark = pytest.mark.servers
AMIR, ZAKI = bidder(19_601, "amir"), bidder(19_602, "zaki")


@pytest.fixture
async def owner(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[asyncpg.Connection]:
    """May change what the service's role may not."""
    monkeypatch.setattr(reconcile, "MAX_SHOWN", 10**6)
    connection = await asyncpg.connect(stack.admin_url.rsplit("/", 1)[0] + "/wangi")
    await connection.execute("SET search_path = auction")
    yield connection
    await connection.close()


async def differences(stack: Stack, *keys: object) -> list[str]:
    """Other tests leave differences of their own."""
    database = Database(stack.database_urls["migrator"], "auction", pool_size=1)
    try:
        found = await reconcile.reconcile(BOOKS[0], database, stack.servers.kafka_bootstrap)
    finally:
        await database.close()
    return [
        words for words in found.differences if words.split(": ")[0].split()[1] in {str(key) for key in keys}
    ]


async def a_second_chance_taken(auction: Service) -> int:
    auction_id = await ended(auction, (AMIR, 105), (ZAKI, 110), reserve_price=50_000)
    assert (await say(auction, auction_id, "second-chance", FARID)).status_code == 200
    assert (await say(auction, auction_id, "second-chance/answer", ZAKI, accept=True)).status_code == 200
    clock.forward(hours=49)
    await report_payment(auction, auction_id, paid=False)
    return auction_id


async def a_late_report_about_the_first_sale(auction: Service) -> int:
    auction_id = await ended(auction, (AMIR, 105), (bidder(19_603, "mei"), 110))
    await auction.deliver(cancelled_deal(auction_id, 19_603, cancelled_by="buyer"))
    assert (await say(auction, auction_id, "second-chance", FARID)).status_code == 200
    assert (await say(auction, auction_id, "second-chance/answer", AMIR, accept=True)).status_code == 200
    await report_payment(auction, auction_id, sale=1, paid=False)
    return auction_id


async def test_events_match_tables_after_every_lifecycle(auction: Service, stack: Stack) -> None:
    """P-D5"""
    running = await an_auction(
        auction, ends_at=datetime.now(UTC) + timedelta(seconds=60), reserve_price=14_000
    )
    for who, amount, most in ((AMIR, 105, 120), (ZAKI, 110, 115), (ZAKI, 130, 150)):
        assert (await bid(auction, running, amount, who, most=most)).status_code == 201
    slip = await a_slip(auction)
    assert (await void_bids(auction, slip, KIM)).status_code == 200
    at_once = await an_auction(auction, buy_now_price=30_000)
    assert (await bought(auction, at_once)).status_code == 200
    back = await an_auction(auction)
    assert (await withdraw(auction, back)).status_code == 200
    again = await a_second_chance_taken(auction)
    late = await a_late_report_about_the_first_sale(auction)
    rooms: list[int | str] = [running, slip, at_once, back, again, late]
    sales = [f"{kind}-{auction_id}" for kind in ("won", "sale") for auction_id in (again, late)]
    others: list[int | str] = [f"won-{at_once}", *sales, "strikes-19602"]
    assert await differences(stack, *rooms, *others) == []
    types = {event["type"] for key in (*rooms, *others) for event in await auction.recorded(key)}
    assert len(types) == 11, "each event of the projection was published, except for new terms"


async def test_reconcile_is_the_same_while_relay_is_sending(auction: Service, stack: Stack) -> None:
    sent = await ended(auction, (AMIR, 105), (ZAKI, 110))
    relay = asyncio.create_task(Relay(auction.database, stack.servers.kafka_bootstrap, "auction").run())

    async def is_sent() -> bool:
        waiting = "SELECT 1 FROM outbox WHERE key = :key AND published_at IS NULL"
        return not await auction.rows(waiting, key=str(sent))

    async with asyncio.timeout(30):
        while not await is_sent():  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    waits = await an_auction(auction, ends_at=clock.about_now() + timedelta(days=1))
    for turn in range(20):
        assert (await bid(auction, waits, 105 + 5 * turn, (AMIR, ZAKI)[turn % 2])).status_code == 201
        if turn % 5 == 0:
            assert await differences(stack, sent, waits, f"won-{sent}") == []
    relay.cancel()
    await asyncio.gather(relay, return_exceptions=True)
    assert (await bid(auction, waits, 300, AMIR)).status_code == 201
    assert await differences(stack, sent, waits, f"won-{sent}") == []


CHANGES = [
    ("UPDATE auctions SET current_bid = 10900 WHERE id = $1", "current_bid: published 11000, stored 10900"),
    ("UPDATE auctions SET current_bidder_id = 19601 WHERE id = $1", "current_bidder_id: published 19602"),
    ("UPDATE auctions SET bid_count = 1 WHERE id = $1", "bid_count: published 2, stored 1"),
    ("UPDATE auctions SET last_seq = 3 WHERE id = $1", "last_seq: published 2, stored 3"),
    ("UPDATE auctions SET ends_at = ends_at + interval '1 second' WHERE id = $1", "ends_at: published"),
    (
        "UPDATE auctions SET outcome = 'reserve_not_met' WHERE id = $1",
        "outcome: published sold, stored reserve_not_met",
    ),
    ("UPDATE sales SET buyer_id = 19601 WHERE auction_id = $1", "winner_id: published 19602, stored 19601"),
    ("UPDATE auctions SET version = version + 1 WHERE id = $1", "version: published 4, stored 5"),
    ("UPDATE bids SET amount = 10501 WHERE auction_id = $1 AND seq = 1", "log: published"),
    (
        "DELETE FROM outbox WHERE key = $1::int::text AND payload LIKE '%\"version\":3,%'",
        "event 4 follows event 2",
    ),
    (
        "DELETE FROM outbox WHERE key = $1::int::text AND payload LIKE '%AuctionEnded%'",
        "version: published 3, stored 4",
    ),
    ("DELETE FROM outbox WHERE key = $1::int::text", "no event was published"),
]


async def test_changed_row_and_missing_event_are_reported(
    auction: Service, stack: Stack, owner: asyncpg.Connection
) -> None:
    """P-D5"""
    ids = [await ended(auction, (AMIR, 105), (ZAKI, 110)) for _ in CHANGES]
    assert await differences(stack, *ids) == []
    await owner.execute(
        "SET session_replication_role = replica"
    )  # Disables the trigger that protects the log.
    for auction_id, (change, _) in zip(ids, CHANGES, strict=True):
        await owner.execute(change, auction_id)
    found = await differences(stack, *ids)
    for auction_id, (change, words) in zip(ids, CHANGES, strict=True):
        (difference,) = [item for item in found if item.split(": ")[0].split()[1] == str(auction_id)]
        assert words in difference, change
