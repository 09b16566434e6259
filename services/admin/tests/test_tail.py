import asyncio
import itertools
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import NoPermissionError

from deploy.local.stack import Stack
from libs.contracts.event import EVENTS, Event, make_envelope
from libs.contracts.events.auction import AuctionExtended, BidPlaced
from libs.contracts.events.auth import UserRegistered, session_mark
from libs.contracts.events.catalog import ProductSold
from libs.kit.errors import RateLimited
from libs.kit.process import clock
from libs.kit.security.api_keys import session_of_key
from libs.kit.testing import Service, signed_in, until
from services.admin.audit import stream as audit_stream
from services.admin.audit import stream_places as audit_stream_places
from services.admin.audit.rules import PUBLIC_KINDS, SHOWN, Wishes, public_event
from services.admin.audit.stream import Tail
from services.admin.audit.stream_places import StreamPlaces
from services.admin.subscribers import record_events

pytestmark = pytest.mark.servers
READER = signed_in(7, "reader")
NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)
Frame = dict[str, str]
_readers = itertools.count(88_001)


def a_bid(bid_id: int, auction_id: int = 41) -> BidPlaced:
    return BidPlaced(
        auction_id=auction_id, product_id=auction_id + 1, seller_id=3, bid_id=bid_id, bidder_id=777_001,
        bidder_name="Canary Name", amount=12_000, placed_at=NOW, previous_bidder_id=777_002, bid_count=bid_id,
        minimum_bid=12_500, ends_at=NOW, reserve_met=None, epoch=1,
    )  # fmt: skip


async def record(admin: Service, *events: Event) -> None:
    async with admin.database.transaction() as session:
        await record_events([make_envelope(event, 1) for event in events], session)


def a_tail(admin: Service, redis: Redis | None = None) -> Tail:
    return Tail(admin.database, StreamPlaces(redis or admin.app.state.redis))


@pytest.fixture
async def tail(admin: Service, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Tail]:
    """As in a new process. A stream ends when no events are left."""
    monkeypatch.setattr(audit_stream, "LONGEST_SECONDS", 0.0)
    before, admin.app.state.tail = admin.app.state.tail, a_tail(admin)
    await admin.app.state.tail.poll()
    yield admin.app.state.tail
    admin.app.state.tail = before


async def frames(admin: Service, place: str | None = None, **asked: Any) -> list[Frame]:
    headers = READER | ({"Last-Event-ID": place} if place is not None else {})
    answer = await admin.http.get("/api/events/stream", params=asked, headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    blocks = [block for block in answer.text.split("\n\n") if block.strip()]
    lines = [[line.split(": ", 1) for line in block.split("\n") if ": " in line] for block in blocks]
    return [{name: value for name, value in item if name} for item in lines]


def public_events(sent: list[Frame]) -> list[tuple[str, Any]]:
    return [(item["event"], json.loads(item["data"])["data"]) for item in sent if "event" in item]


async def now_of(admin: Service) -> str:
    return (await frames(admin))[0]["id"]


async def test_resumed_stream_gets_missed_events_once_in_order(admin: Service, tail: Tail) -> None:
    place = await now_of(admin)
    registered = UserRegistered(user_id=901, is_seller=True, registered_at=NOW)
    sold = ProductSold(product_id=42, seller_id=3, auction_id=41, price=12_000, sold_at=NOW)
    await record(admin, a_bid(1), registered, a_bid(2), sold)
    for reads in (True, False):  # From memory, and from the database.
        if reads:
            await tail.poll()
        else:
            admin.app.state.tail = a_tail(admin)
        sent = await frames(admin, place)
        assert [kind for kind, _ in public_events(sent)] == ["BidPlaced", "BidPlaced", "ProductSold"]
        assert [data["bidId"] for _, data in public_events(sent)[:2]] == [1, 2]
        places = [int(item["id"]) for item in sent if "event" in item]
        assert places == sorted(set(places))
        middle = await frames(admin, str(places[0]))
        assert [data.get("bidId") for _, data in public_events(middle)] == [2, None]
    assert public_events(await frames(admin, str(places[-1]))) == []


async def test_event_shows_public_fields_and_no_bidder(admin: Service, tail: Tail) -> None:
    place = await now_of(admin)
    await record(admin, a_bid(1))
    await tail.poll()
    ((kind, data),) = public_events(await frames(admin, place))
    assert (kind, data["amount"], data["sellerId"], data["isAuto"]) == ("BidPlaced", 12_000, 3, False)
    assert set(data) == {
        "auctionId", "productId", "sellerId", "bidId", "amount", "placedAt", "bidCount", "minimumBid", "endsAt",
        "reserveMet", "isAuto",
    }  # fmt: skip
    assert "777" not in str(data)
    assert "Canary" not in str(data)


def test_only_auction_and_listing_events_are_public() -> None:
    """P-G1"""
    data = {
        "bidderId": 5, "winnerId": 5, "userId": 5, "buyerId": 5, "reason": "seller_banned", "name": "words",
    }  # fmt: skip
    for name in EVENTS:
        shown = public_event(1, name, NOW, data)
        if shown is not None:
            assert shown.kind in PUBLIC_KINDS
            assert name.split(".")[1] in ("auction", "catalog")
            assert shown.data == {}


def test_each_shown_field_exists_in_its_event() -> None:
    assert list(SHOWN) == list(PUBLIC_KINDS)
    for kind, (event, names) in SHOWN.items():
        assert event.__name__ == kind
        assert set(names) <= set(event.model_fields), kind


async def test_stream_is_filtered_by_kind_auction_or_listing(admin: Service, tail: Tail) -> None:
    place = await now_of(admin)
    extended = AuctionExtended(auction_id=41, product_id=42, ends_at=NOW, epoch=1)
    await record(admin, a_bid(1), a_bid(2, auction_id=51), extended)
    await tail.poll()
    assert [kind for kind, _ in public_events(await frames(admin, place, type="AuctionExtended"))] == [
        "AuctionExtended"
    ]
    assert [data["bidId"] for _, data in public_events(await frames(admin, place, auctionId=51))] == [2]
    both = await frames(admin, place, productId=42, type=["BidPlaced", "AuctionExtended"])
    assert [kind for kind, _ in public_events(both)] == ["BidPlaced", "AuctionExtended"]
    for asked in ({"type": "UserBanned"}, {"auctionId": 0}, {"after": "x"}, {"after": "9" * 19}):
        answer = await admin.http.get("/api/events/stream", params=asked, headers=READER)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")
    assert (await admin.http.get("/api/events/stream")).status_code == 401


async def test_expired_events_are_reported_as_gap(
    admin: Service, tail: Tail, monkeypatch: pytest.MonkeyPatch
) -> None:
    await record(admin, a_bid(1), a_bid(2), a_bid(3))
    await tail.poll()
    newest = int(await now_of(admin))
    monkeypatch.setattr(audit_stream, "MAX_REPLAYED", 1)
    sent = await frames(admin, str(newest - 3))
    assert [item["event"] for item in sent if "event" in item] == ["gap", "BidPlaced"]
    assert json.loads(sent[1]["data"]) == {"after": newest - 1}
    # After a restore the record may be shorter.
    sent = await frames(admin, str(newest + 10))
    assert [(item["event"], item["id"]) for item in sent if "event" in item] == [("gap", str(newest))]
    sent = await frames(admin, str(newest))
    assert not [item for item in sent if "event" in item]


def valid() -> bool:
    return False


@pytest.mark.parametrize("revoked", ["account", "api key"])
async def test_stream_ends_within_five_seconds_of_revocation(
    admin: Service, tail: Tail, monkeypatch: pytest.MonkeyPatch, revoked: str
) -> None:
    monkeypatch.setattr(audit_stream, "LONGEST_SECONDS", 60.0)
    reader, key = next(_readers), session_of_key(next(_readers), 1)
    headers = signed_in(reader, "reader", sid=key)
    following = asyncio.ensure_future(admin.http.get("/api/events/stream", headers=headers))
    await until(lambda: tail.places.any_taken)
    revocations = admin.app.state.revocations
    if revoked == "account":
        revocations.raise_epoch(reader, 1)
    else:
        revocations.end_session(reader, session_mark(key))
    async with asyncio.timeout(5):
        assert (await following).status_code == 200
    assert (await admin.http.get("/api/events/stream", headers=headers)).status_code == 401


async def test_waiting_follower_gets_new_events(
    admin: Service, tail: Tail, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_stream, "LONGEST_SECONDS", 60.0)
    following = tail.follow(None, Wishes(), valid)
    assert (await anext(following)).retry == audit_stream.RETRY_MS
    waiting = asyncio.ensure_future(anext(following))
    await record(admin, a_bid(9))
    await tail.poll()
    async with asyncio.timeout(5):
        assert (await waiting).event == "BidPlaced"
    await following.aclose()


@pytest.mark.parametrize("place", [None, 10**12])
async def test_process_without_followers_resumes_with_new_events_only(
    admin: Service, tail: Tail, monkeypatch: pytest.MonkeyPatch, place: int | None
) -> None:
    monkeypatch.setattr(audit_stream, "LONGEST_SECONDS", 60.0)
    await record(admin, a_bid(1))
    following = tail.follow(place, Wishes(), valid)
    heads = [await anext(following) for _ in range(1 if place is None else 2)]
    assert heads[-1].event == (None if place is None else "gap")
    waiting = asyncio.ensure_future(anext(following))
    await asyncio.sleep(0)
    await record(admin, a_bid(2))
    async with asyncio.timeout(5):
        while await tail.poll():
            pass
        frame = await waiting
    assert frame.data["data"]["bidId"] == 2
    await following.aclose()


async def test_followers_far_behind_read_from_the_audit_log(
    admin: Service, tail: Tail, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_stream, "MAX_KEPT", 2)
    monkeypatch.setattr(audit_stream, "READ_AT_ONCE", 3)
    monkeypatch.setattr(audit_stream, "LONGEST_SECONDS", 60.0)
    place = int(tail.newest)
    await record(admin, *(a_bid(number) for number in range(1, 12)))
    while await tail.poll():
        pass
    assert len(tail.events) <= 4
    following = tail.follow(place, Wishes(), valid)
    await anext(following)
    frames = [await anext(following) for _ in range(11)]
    assert [item.data["data"]["bidId"] for item in frames] == list(range(1, 12))
    await following.aclose()


async def test_streams_per_person_are_limited_and_released(admin: Service, tail: Tail) -> None:
    async with tail.place_for(7), tail.place_for(7), tail.place_for(7):
        answer = await admin.http.get("/api/events/stream", headers=READER)
        body = answer.json()
        assert (answer.status_code, body["code"], body["details"]["limit"]) == (429, "rate_limited", 3)
        assert body["message"] == "You have 3 streams of events open. Close one first."
        assert answer.headers["Retry-After"] == "10"
        assert tail.wanted.is_set()
    assert not tail.wanted.is_set()
    assert (await admin.http.get("/api/events/stream", headers=READER)).status_code == 200
    assert not tail.wanted.is_set()


async def test_streams_of_a_person_count_on_all_replicas(admin: Service, tail: Tail) -> None:
    other = a_tail(admin)

    async def opens() -> int:
        return (await admin.http.get("/api/events/stream", headers=READER)).status_code

    async with other.place_for(7), other.place_for(7):
        assert await opens() == 200
        async with other.place_for(7):
            assert [await opens(), await opens()] == [429, 429]
            clock.forward(seconds=audit_stream_places.LEASE_SECONDS - 1)
            await other.places.renew()
            clock.forward(seconds=audit_stream_places.LEASE_SECONDS - 1)
            assert await opens() == 429
            clock.forward(seconds=2)
            assert await opens() == 200, "a replica that has died keeps no place"
            await other.places.renew()
            assert await opens() == 429, "it was only slow"
        assert await opens() == 200


async def test_replicas_count_streams_alone_while_redis_is_away(admin: Service) -> None:
    async with Redis.from_url("redis://a:b@127.0.0.1:1/0") as away:
        alone = a_tail(admin, away)
        async with alone.place_for(7), alone.place_for(7), alone.place_for(7):
            await alone.places.renew()
            with pytest.raises(RateLimited):
                await alone.places.take_place(7)
        async with alone.place_for(7):
            assert alone.wanted.is_set()


async def test_admin_counts_streams_as_its_own_redis_user(admin: Service, stack: Stack) -> None:
    async with Redis.from_url(stack.parts["admin"]["REDIS_URL"]) as redis:
        one, other = a_tail(admin, redis), a_tail(admin, redis)
        async with one.place_for(8), one.place_for(8), one.place_for(8):
            await one.places.renew()
            with pytest.raises(RateLimited):
                await other.places.take_place(8)
        async with other.place_for(8):
            assert other.wanted.is_set()
        with pytest.raises(NoPermissionError):
            await redis.get("limit:anything")


async def test_total_number_of_streams_is_limited(
    admin: Service, tail: Tail, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_stream_places, "MAX_STREAMS", 1)
    async with tail.place_for(8):
        answer = await admin.http.get("/api/events/stream", headers=READER)
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
