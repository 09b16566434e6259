import time
from typing import Any

import pytest
from aiohttp import web

from gateway.tests.harness import Harness
from gateway.tests.live.support import open_auction, open_conversations, plain, receive, say
from libs.contracts.frame_names import CLIENT_FRAMES
from tests.security.route_rights import ACTIVE, ANYONE, FRAMES, PERSON

FIELDS: dict[str, dict[str, Any]] = {
    "joinAuction": {"auctionId": 7},
    "leaveAuction": {"auctionId": 7},
    "placeBid": {"auctionId": 7, "amount": 105},
    "send_message": {"receiverId": 8, "content": "Is it still available?"},
    "send_action_message": {"receiverId": 8, "productId": 5},
    "mark_read": {"senderId": 8},
    "get_conversation": {"userId": 8},
    "typing": {"userId": 8, "isTyping": True},
    "presence": {"userId": 8},
}
ROLES: dict[str, dict[str, Any] | None] = {
    "guest": None,
    "buyer": {"roles": ()},
    "seller": {"roles": ("seller",)},
    "admin": {"roles": ("seller", "admin")},
    "banned": {"roles": (), "account_status": "banned"},
    "suspended": {"roles": ("seller",), "suspendedUntil": int(time.time()) + 86_400},
}
REFUSED = {
    ANYONE: {},
    PERSON: {"guest": "not_signed_in"},
    ACTIVE: {"guest": "not_signed_in", "banned": "banned", "suspended": "suspended"},
}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", [name for name in FRAMES if name != "auth"])
async def test_each_frame_is_accepted_from_the_roles_in_the_table(
    harness: Harness, name: str, role: str
) -> None:
    """S01, P-F7"""
    open_auction(harness)
    open_conversations(harness)
    if role in {"banned", "suspended"}:

        async def refuse(request: web.Request) -> web.StreamResponse:
            body = {"message": "No.", "code": role, "details": {}, "requestId": "r"}
            return web.json_response(body, status=403)

        harness.services.answers |= {"/api/auctions/7/bids": refuse, "/api/messages": refuse}
        harness.services.answers["/api/messages/action"] = refuse
    async with plain(harness) as ws:
        await receive(ws)
        if (claims := ROLES[role]) is not None:
            await say(ws, "auth", token=harness.token(7, **claims))
            assert (await receive(ws))["type"] == "auth_success"
        await say(ws, name, id="asked", **FIELDS[name])
        await say(ws, "joinAuction", id="after", auctionId=7)
        answers = {}
        while "after" not in answers:
            frame = await receive(ws)
            answers[frame.get("id")] = frame
    frame = answers.get("asked", {"type": "none"})
    expected = REFUSED[FRAMES[name]].get(role)
    assert (frame.get("code") if frame["type"] == "error" else None) == expected, frame


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("send_message", "You must be logged in to send messages."),
        ("send_action_message", "You must be logged in to send messages."),
        ("get_conversation", "You must be logged in to view conversations."),
    ],
)
async def test_guest_reads_why_messages_need_a_sign_in(harness: Harness, name: str, sentence: str) -> None:
    """MSG-13, MSG-38"""
    async with plain(harness) as ws:
        await receive(ws)
        await say(ws, name, **FIELDS[name])
        refusal = await receive(ws)
        assert (refusal["code"], refusal["message"]) == ("not_signed_in", sentence)


async def test_expired_token_cannot_sign_in_a_socket(harness: Harness) -> None:
    """S01, P-F6"""
    async with plain(harness) as ws:
        await receive(ws)
        await say(ws, "auth", token=harness.token(7, minutes=-60))
        assert (await receive(ws))["code"] == "not_signed_in"


def test_every_client_frame_is_in_the_role_table() -> None:
    assert set(FIELDS) | {"auth"} == set(CLIENT_FRAMES)
