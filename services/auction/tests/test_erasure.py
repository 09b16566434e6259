from datetime import UTC, datetime
from typing import Any

import pytest

from libs.contracts.event import make_envelope
from libs.contracts.events.auth import UserBanned, UserErased
from libs.kit.events.dlq import DeadLetters
from libs.kit.events.inbox import Inbox, parse_message
from libs.kit.process import clock
from libs.kit.testing import Service, as_message, signed_in
from services.auction.auctions.schemas import TermsIn
from services.auction.auctions.service import open_auction
from services.auction.tests.makers import a_listing, an_auction, bid, bidder, finish_account_removals

pytestmark = pytest.mark.servers
SELLER, GONE, STAYS = 6101, 6102, 6103


async def open_by(auction: Service, seller_id: int, product_id: int) -> int:
    secret = auction.app.state.settings.internal_secret.get_secret_value()
    ends_at = (await _now(auction)).replace(year=2030)
    terms = TermsIn(starting_price=10_000, bid_increment=500, ends_at=ends_at).model_dump(mode="json")
    headers = signed_in(seller_id, "farid") | {"X-Internal-Secret": secret}
    auction_id: int = (await auction.http.post("/internal/auctions", json=terms, headers=headers)).json()[
        "auctionId"
    ]
    listed = a_listing(auction_id, product_id).model_copy(
        update={"seller_id": seller_id, "batch_code": "4A01"}
    )
    async with auction.database.transaction() as session:
        await open_auction(session, listed)
    return auction_id


async def _now(auction: Service) -> datetime:
    async with auction.database.reading() as session:
        return await clock.now(session)


def erased(user_id: int) -> UserErased:
    return UserErased(user_id=user_id, erased_at=datetime.now(UTC))


async def read_auction(auction: Service, auction_id: int) -> dict[str, Any]:
    shown: dict[str, Any] = (await auction.http.get(f"/api/auctions/{auction_id}")).json()
    return shown


async def test_open_obligations_are_auctions_with_bids_and_leading_bids(auction: Service) -> None:
    """U38"""
    auction_id = await open_by(auction, 6111, 810_001)
    assert (await auction.ask("/internal/users/6111/obligations")).json() == {"obligations": []}
    await bid(auction, auction_id, 105, bidder(6112, "amir"))
    sold, led = ({"code": code, "auctionId": auction_id} for code in ("live_auction", "leading_bid"))
    assert (await auction.ask("/internal/users/6111/obligations")).json() == {"obligations": [sold]}
    assert (await auction.ask("/internal/users/6112/obligations")).json() == {"obligations": [led]}
    await bid(auction, auction_id, 110, bidder(6113, "zaki"))
    assert (await auction.ask("/internal/users/6112/obligations")).json() == {"obligations": []}
    clock.forward(days=3000)
    assert (await auction.ask("/internal/users/6111/obligations")).json() == {"obligations": [sold]}
    assert (await auction.ask("/internal/users/6113/obligations")).json() == {"obligations": [led]}


async def test_cancelled_auction_is_no_open_obligation(auction: Service) -> None:
    """U38"""
    auction_id = await open_by(auction, 6115, 810_005)
    await bid(auction, auction_id, 105, bidder(6116, "amir"))
    await auction.deliver(UserBanned(user_id=6115, by_admin_id=1, banned_at=datetime.now(UTC)))
    await finish_account_removals(auction)
    for user_id in (6115, 6116):
        assert (await auction.ask(f"/internal/users/{user_id}/obligations")).json() == {"obligations": []}


async def test_only_internal_callers_read_obligations_and_exports(auction: Service) -> None:
    """P-G1"""
    for path in ("/internal/users/42/obligations", "/internal/users/42/export"):
        assert (await auction.http.get(path, headers=signed_in(42))).status_code == 404


async def test_export_holds_only_own_auctions_and_bids(auction: Service) -> None:
    """U38"""
    auction_id = await open_by(auction, 6121, 810_002)
    await bid(auction, auction_id, 105, bidder(6122, "amir"))
    await bid(auction, auction_id, 110, bidder(6123, "zaki"))
    sold = (await auction.ask("/internal/users/6121/export")).json()
    bought = (await auction.ask("/internal/users/6122/export")).json()
    assert [item["id"] for item in sold["auctions"]] == [auction_id]
    assert [(item["auction_id"], item["amount"]) for item in bought["bids"]] == [(auction_id, 10_500)]
    assert (bought["person"]["username"], bought["auctions"]) == ("amir", [])


async def test_erased_bidder_leaves_ids_and_amounts_only(auction: Service) -> None:
    """U38, P-G2"""
    ended = await an_auction(auction)
    await bid(auction, ended, 105, bidder(GONE, "canary"))
    clock.forward(days=8)
    running = await open_by(auction, SELLER, 810_003)
    await bid(auction, running, 105, bidder(STAYS, "amir"))
    await bid(auction, running, 110, signed_in(GONE, "canary") | {"Idempotency-Key": "k"})
    await auction.deliver(erased(GONE))
    await finish_account_removals(auction)
    assert (await read_auction(auction, running))["currentBidderId"] == STAYS
    old = await read_auction(auction, ended)
    assert (old["currentBidderId"], old["bids"][0]["bidder"]) == (
        GONE,
        {"id": GONE, "name": "", "isDeleted": True},
    )
    rows = await auction.rows("SELECT bidder_name FROM bids WHERE bidder_id = :id", id=GONE)
    assert {row["bidder_name"] for row in rows} == {""}
    assert not await auction.rows("SELECT 1 FROM idempotency_keys WHERE actor = :id", id=GONE)
    (person,) = await auction.rows(
        "SELECT username, account_status, stale FROM people WHERE user_id = :id", id=GONE
    )
    assert person == {"username": "", "account_status": "erased", "stale": False}


async def test_erased_sellers_auction_is_cancelled_and_blanked(auction: Service) -> None:
    """U38, P-G2"""
    auction_id = await open_by(auction, 6131, 810_004)
    await bid(auction, auction_id, 105, bidder(STAYS, "amir"))
    await auction.deliver(erased(6131))
    await finish_account_removals(auction)
    shown = await read_auction(auction, auction_id)
    assert (shown["status"], shown["currentBidderId"]) == ("cancelled", STAYS)
    assert shown["product"]["seller"] == {"id": 6131, "username": "", "isDeleted": True, "profileImage": None}
    lot = shown["product"]
    assert [lot[name] for name in ("name", "brand", "description", "batchCode", "images")] == [
        "",
        "",
        "",
        None,
        [],
    ]
    assert lot["volume"] == 50, "figures stay"


async def test_duplicate_erasure_is_acknowledged_once(auction: Service) -> None:
    """P-D3, P-G2"""
    message = as_message(make_envelope(erased(6141), 3))
    inbox = Inbox("auction", auction.database, auction.app.state.subscriptions)
    assert [await inbox.handle(message) for _ in range(2)] == ["handled", "seen"]
    await auction.deliver(erased(6141), version=4)
    await finish_account_removals(auction)
    (acknowledgement,) = await auction.recorded("person-6141")
    assert (acknowledgement["type"], acknowledgement["data"]["userId"]) == (
        "wangi.auction.PersonForgotten.v1",
        6141,
    )
    assert acknowledgement["version"] == 1


async def test_erased_persons_token_restores_no_name(auction: Service) -> None:
    """P-F1, P-G2"""
    auction_id = await an_auction(auction)
    await auction.deliver(erased(6151))
    await finish_account_removals(auction)
    assert (await bid(auction, auction_id, 105, bidder(6151, "canary"))).status_code == 401
    assert not await auction.rows("SELECT 1 FROM people WHERE username = 'canary'")


async def test_dead_letters_about_erased_person_are_deleted(auction: Service) -> None:
    """P-G2"""
    inbox = Inbox("auction", auction.database, auction.app.state.subscriptions)
    for seller, product in ((6161, 840_001), (6162, 840_002)):
        listed = a_listing(1, product).model_copy(
            update={"seller_id": seller, "description": f"canary{seller}"}
        )
        await inbox.park(as_message(make_envelope(listed, 1)), "odd", 4)
    await inbox.park(
        as_message(make_envelope(UserErased(user_id=6161, erased_at=datetime.now(UTC)), 1)), "odd", 4
    )
    await inbox.park(parse_message("wangi.products", 0, 7, b"840003", b"\xff not ours"), "unreadable", 1)
    dead_letters = DeadLetters(auction.database, auction.app.state.subscriptions)
    assert await dead_letters.replay("wangi.users", "6161") == 1
    await finish_account_removals(auction)
    left = {letter["key"] for letter in await dead_letters.overview()}
    assert left & {"840001", "840002", "840003", "6161"} == {"840002", "840003"}
    assert not await auction.rows("SELECT 1 FROM parked_keys WHERE key IN ('840001', '6161')")
    assert len(await auction.recorded("person-6161")) == 1
    for key in ("840002", "840003"):
        await dead_letters.discard("wangi.products", key)


async def test_erasure_bypasses_parked_dead_letters(
    auction: Service,
) -> None:
    """P-G2"""
    inbox = Inbox("auction", auction.database, auction.app.state.subscriptions)
    await inbox.park(parse_message("wangi.users", 0, 8, b"6171", b"not ours"), "unreadable", 1)
    assert await auction.deliver(UserBanned(user_id=6171, by_admin_id=1, banned_at=datetime.now(UTC))) == [
        "parked"
    ]
    assert await auction.deliver(erased(6171), version=2) == ["handled"]
    await finish_account_removals(auction)
    assert len(await auction.recorded("person-6171")) == 1
    assert not await auction.rows("SELECT 1 FROM parked_keys WHERE key = '6171'")
