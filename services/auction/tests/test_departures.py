"""Somebody with very many running auctions may not trade any more: they end in pieces, none lost and none doubled."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text

from libs.contracts.events.auth import UserBanned, UserErased, UserUnbanned
from libs.kit import buggify, clock
from libs.kit.testing import Service
from services.auction import jobs
from services.auction.service import departures
from services.auction.tests.makers import an_auction, bid, bidder, hammer, seen

pytestmark = pytest.mark.servers
SELLER, KIM = 19_001, 19_002
MANY = 7
_people = itertools.count(19_100)


@pytest.fixture
def gone() -> int:
    """Somebody whom no other test knows."""
    return next(_people)


@pytest.fixture(autouse=True)
async def pieces_of_two(auction: Service, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    monkeypatch.setattr(departures, "AT_ONCE", 2)
    yield
    async with auction.database.transaction() as session:
        await session.execute(text("UPDATE people SET standing = 'active'"))
        await session.execute(text("DELETE FROM departures"))


def banned(user_id: int) -> UserBanned:
    return UserBanned(user_id=user_id, by_admin_id=1, banned_at=datetime.now(UTC))


async def led_by(auction: Service, user_id: int, seller: int = SELLER, **terms: Any) -> int:
    """KIM 105, then they 110."""
    auction_id = await an_auction(auction, seller=seller, **terms)
    for who, amount in ((KIM, 105), (user_id, 110)):
        assert (await bid(auction, auction_id, amount, bidder(who, "someone"))).status_code == 201
    return auction_id


async def leaders(auction: Service, ids: list[int]) -> list[int | None]:
    return [(await seen(auction, one))["currentBidderId"] for one in ids]


async def states(auction: Service, ids: list[int]) -> list[str]:
    return [(await seen(auction, one))["status"] for one in ids]


async def seen_off(auction: Service) -> None:
    """The job goes on until nobody is left, and falls over in the middle of its second piece; another begins again."""
    pieces = list[int]()

    def strike() -> None:
        pieces.append(1)
        if len(pieces) == 2:
            raise buggify.Crash

    buggify.arm("in-a-departure", strike)
    killed = asyncio.create_task(jobs.see_off(auction.app))
    with pytest.raises(buggify.Crash):
        await asyncio.wait_for(killed, 20)
    assert len(await auction.rows("SELECT 1 FROM departures")) == 1
    again = asyncio.create_task(jobs.see_off(auction.app))
    async with asyncio.timeout(20):
        while await auction.rows("SELECT 1 FROM departures"):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    again.cancel()


async def told_once(auction: Service, auction_id: int, kind: str) -> None:
    """One such fact, as the newest, and the auction's facts have no gap."""
    facts = await auction.told(auction_id)
    assert [fact["type"].split(".")[2] for fact in facts].count(kind) == 1
    assert facts[-1]["type"] == f"wangi.auction.{kind}.v1"
    assert [fact["version"] for fact in facts] == list(range(1, len(facts) + 1))


async def test_all_bids_of_a_banned_person_are_voided_once_though_it_takes_pieces_and_a_kill(
    auction: Service, gone: int
) -> None:
    """U1, D2: the first piece comes with the ban, the rest by itself."""
    ids = [await led_by(auction, gone) for _ in range(MANY)]
    assert await auction.hear(banned(gone)) == ["handled"]
    assert await leaders(auction, ids) == [KIM] * 2 + [gone] * (MANY - 2)
    await seen_off(auction)
    assert await leaders(auction, ids) == [KIM] * MANY
    for auction_id in ids:
        await told_once(auction, auction_id, "BidsVoided")


async def test_all_auctions_of_a_banned_seller_are_cancelled_once_though_it_takes_pieces_and_a_kill(
    auction: Service,
    gone: int,
) -> None:
    """U1, D2."""
    ids = [await led_by(auction, KIM + 1, seller=gone) for _ in range(MANY)]
    await auction.hear(banned(gone))
    assert await states(auction, ids) == ["cancelled"] * 2 + ["active"] * (MANY - 2)
    await seen_off(auction)
    assert await states(auction, ids) == ["cancelled"] * MANY
    for auction_id in ids:
        await told_once(auction, auction_id, "AuctionCancelled")


async def test_meanwhile_a_banned_person_bids_nowhere_and_nobody_buys_from_them(auction: Service, gone: int) -> None:
    """U1, C21, F1: however far the pieces are."""
    theirs = [await an_auction(auction, seller=gone, buy_now_price=30_000) for _ in range(3)]
    bid_on = [await led_by(auction, gone) for _ in range(3)]
    await auction.hear(banned(gone))
    assert (await states(auction, theirs))[-1] == "active"
    assert (await bid(auction, bid_on[-1], 130, bidder(gone, "someone"))).json()["code"] == "banned"
    secret = auction.app.state.settings.internal_secret.get_secret_value()
    bought = await auction.http.post(
        f"/internal/auctions/{theirs[-1]}/bought",
        json={"buyerId": KIM, "price": 30_000},
        headers={"X-Internal-Secret": secret},
    )
    assert bought.json()["code"] == "auction_not_active"


async def test_a_banned_person_does_not_win_what_ends_before_its_turn(auction: Service, gone: int) -> None:
    """U1, A5: the hammer waits for the ban, which came first; a lot that had ended before it stays as it ended."""
    ended_before = await led_by(auction, gone)
    later = datetime.now(UTC) + timedelta(days=9)
    ids = [await led_by(auction, gone, ends_at=later) for _ in range(MANY)]
    clock.forward(days=8)
    await auction.hear(banned(gone))
    clock.forward(days=2)
    while await hammer(auction):
        pass
    assert (await seen(auction, ended_before))["winnerId"] == gone
    newest = [(await auction.told(one))[-1]["type"].split(".")[2] for one in ids]
    assert newest == ["AuctionEnded"] * 2 + ["BidPlaced"] * (MANY - 2), "whose turn has been ends in time"
    await seen_off(auction)
    while await hammer(auction):
        pass
    shown = [await seen(auction, one) for one in ids]
    assert [(one["outcome"], one["winnerId"]) for one in shown] == [("sold", KIM)] * MANY


async def test_what_a_seller_opens_after_an_unban_is_not_cancelled_with_what_was_before(
    auction: Service, gone: int
) -> None:
    """U1: an unban brings nothing back, and takes nothing new."""
    ids = [await led_by(auction, KIM + 1, seller=gone) for _ in range(3)]
    await auction.hear(banned(gone))
    await auction.hear(UserUnbanned(user_id=gone, by_admin_id=1, unbanned_at=datetime.now(UTC)), version=2)
    new = await an_auction(auction, seller=gone)
    await seen_off_quietly(auction)
    assert await states(auction, [*ids, new]) == ["cancelled"] * 3 + ["active"]


async def seen_off_quietly(auction: Service) -> None:
    going = True
    while going:
        async with auction.database.transaction() as session:
            going = await departures.go_on(session)


async def test_an_erased_person_is_forgotten_when_the_last_of_their_auctions_has_ended(
    auction: Service, gone: int
) -> None:
    """U38, G2, D3: then there is a receipt, one, and no name is left; a late news of a ban changes nothing of it."""
    bid_on = [await led_by(auction, gone) for _ in range(3)]
    sold = [await an_auction(auction, seller=gone) for _ in range(MANY)]
    await auction.hear(UserErased(user_id=gone, erased_at=datetime.now(UTC)))
    await auction.hear(banned(gone), version=2)
    assert await auction.told(f"person-{gone}") == []
    await seen_off(auction)
    assert await states(auction, sold) == ["cancelled"] * MANY
    assert await leaders(auction, bid_on) == [KIM] * 3
    assert [(await seen(auction, one))["product"]["name"] for one in sold] == [""] * MANY
    names = await auction.rows("SELECT DISTINCT bidder_name FROM bids WHERE bidder_id = :id", id=gone)
    assert names == [{"bidder_name": ""}]
    assert len(await auction.told(f"person-{gone}")) == 1


async def test_a_piece_has_no_more_bids_than_can_be_read_in_time(
    auction: Service, gone: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F1: two hot auctions are two pieces; one that is hotter than a piece may be is one by itself."""
    monkeypatch.setattr(departures, "BIDS_AT_ONCE", 3)
    ids = [await led_by(auction, gone) for _ in range(3)]
    await auction.hear(banned(gone))
    assert await leaders(auction, ids) == [KIM, gone, gone]
    monkeypatch.setattr(departures, "BIDS_AT_ONCE", 1)
    await seen_off(auction)
    assert await leaders(auction, ids) == [KIM] * 3


async def test_of_two_replicas_that_go_on_at_once_each_auction_is_ended_by_one(auction: Service, gone: int) -> None:
    """A5."""
    ids = [await led_by(auction, gone) for _ in range(MANY)]
    await auction.hear(banned(gone))
    async with auction.database.transaction() as first, auction.database.transaction() as other:
        assert (await departures.go_on(first), await departures.go_on(other)) == (True, False)
    replicas = [asyncio.create_task(jobs.see_off(auction.app)) for _ in range(3)]
    async with asyncio.timeout(20):
        while await auction.rows("SELECT 1 FROM departures"):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    for replica in replicas:
        replica.cancel()
    for auction_id in ids:
        await told_once(auction, auction_id, "BidsVoided")
