"""Auction 7 and its events."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from typing import Any

from aiohttp import web
from websockets.asyncio.client import ClientConnection, connect

from gateway.tests.harness import SECRET, Harness
from libs.contracts.event import make_envelope
from libs.contracts.events.auction import BidPlaced
from libs.contracts.events.auth import UserSessionsRevoked
from libs.contracts.events.catalog import ProductSold

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
MINIMUM = 105
PATIENCE = 15.0
ROOM_STATE = {"auctionId": 7, "seq": 3, "epoch": 1, "serverNow": "2026-11-21T12:00:00Z"}


def open_auction(harness: Harness) -> None:
    async def room(request: web.Request) -> web.StreamResponse:
        assert request.headers["X-Internal-Secret"] == SECRET
        return web.json_response(ROOM_STATE)

    async def bid(request: web.Request) -> web.StreamResponse:
        amount = (await request.json())["amount"]
        if amount < MINIMUM:
            refusal = {"message": "Your bid must be at least RM 105.00.", "code": "bid_too_low"}
            return web.json_response(
                refusal | {"details": {"minimum": MINIMUM}, "requestId": "r"}, status=409
            )
        return web.json_response(
            {
                "bid": a_bid(amount),
                "auction": {"id": 7},
                "result": "leading",
                "message": "Your bid was accepted.",
            },
            status=201,
        )

    async def missing(request: web.Request) -> web.StreamResponse:
        return web.json_response({"message": "Not found.", "code": "not_found", "details": {}}, status=404)

    harness.services.answers |= {
        "/internal/auctions/7/room": room,
        "/api/auctions/7/bids": bid,
        "/internal/auctions/8/room": missing,
    }


def open_conversations(harness: Harness) -> None:
    open_views(harness)

    async def message(request: web.Request) -> web.StreamResponse:
        form = await request.json()
        message = shown_message(41) | {"receiverId": form["receiverId"], "content": form.get("content", "")}
        return web.json_response(message, status=201)

    async def read(request: web.Request) -> web.StreamResponse:
        marked = {"count": 0, "readerId": 7, "senderId": 8, "messageIds": [41], "upToId": 41}
        return web.json_response(marked)

    async def thread(request: web.Request) -> web.StreamResponse:
        return web.json_response([{"id": 41, "content": "Is it still available?"}])

    harness.services.answers |= {
        "/api/messages": message,
        "/api/messages/action": message,
        "/api/messages/read": read,
        "/api/messages/conversation/8": thread,
    }


def open_views(harness: Harness, refusals: int = 0) -> list[str]:
    """Returns messaging's requests."""
    asked: list[str] = []

    async def views(request: web.Request) -> web.StreamResponse:
        assert request.headers["X-Internal-Secret"] == SECRET
        asked.append(request.query_string)
        if len(asked) <= refusals:
            return web.json_response({"code": "unavailable"}, status=503)
        ids, viewers = (request.query[name].split(",") for name in ("ids", "viewers"))
        shown = [
            {"viewerId": int(viewer), "message": {"id": int(item_id), "content": f"{item_id} for {viewer}"}}
            for item_id in ids
            for viewer in viewers
        ]
        return web.json_response(shown)

    async def earlier(_: web.Request) -> web.StreamResponse:
        return web.json_response([])

    harness.services.answers |= {"/internal/messages": views, "/internal/conversations/3/messages": earlier}
    return asked


def shown_message(number: int, sender: int = 7, receiver: int = 8) -> dict[str, Any]:
    return {"id": number, "conversationId": 3, "seq": number, "senderId": sender, "receiverId": receiver}


def a_bid(amount: float) -> dict[str, Any]:
    bidder = {"id": 7, "name": "u***7", "isDeleted": False}
    return {"id": 1, "auctionId": 7, "bidderId": 7, "bidder": bidder, "amount": amount, "isWinning": True}


def bid_placed(*, amount: int = 105_00, version: int = 4, auction_id: int = 7) -> str:
    event = BidPlaced(
        auction_id=auction_id, product_id=1, seller_id=2, bid_id=version, bidder_id=9, bidder_name="a***z",
        amount=amount, placed_at=NOW, previous_bidder_id=None, bid_count=1, minimum_bid=amount + 5_00,
        ends_at=NOW + timedelta(hours=1), reserve_met=None, epoch=1,
    )  # fmt: skip
    return make_envelope(event, version).model_dump_json()


def product_sold(*, product_id: int, version: int = 2) -> str:
    event = ProductSold(product_id=product_id, seller_id=2, auction_id=None, price=105_00, sold_at=NOW)
    return make_envelope(event, version).model_dump_json()


def sessions_revoked(user_id: int, epoch: int) -> str:
    return make_envelope(
        UserSessionsRevoked(user_id=user_id, epoch=epoch, revoked_at=NOW), 2
    ).model_dump_json()


def plain(harness: Harness, **options: Any) -> connect:
    return connect(f"ws://127.0.0.1:{harness.port}/ws", compression=None, **options)


async def say(ws: ClientConnection, name: str, **fields: Any) -> None:
    await ws.send(json.dumps({"type": name, **fields}))


async def receive(ws: ClientConnection) -> dict[str, Any]:
    """Fails if no frame comes."""
    async with asyncio.timeout(PATIENCE):
        frame = json.loads(await ws.recv())
    assert isinstance(frame, dict)
    return frame
