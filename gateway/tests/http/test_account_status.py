import pytest
from aiohttp import web
from websockets.exceptions import ConnectionClosed

from gateway.http.authentication import check_role
from gateway.http.table import Who
from gateway.tests.harness import Harness
from gateway.tests.live.support import open_auction, plain, receive, say, sessions_revoked
from libs.kit.errors import Forbidden
from libs.kit.security.tokens import Identity
from libs.marketplace.errors import Banned, Suspended

WORDS = {
    "banned": "Your account has been banned.",
    "suspended": "Your account is suspended until 24 November 2026, 12:00 UTC.",
}


@pytest.mark.parametrize("code", WORDS)
async def test_socket_bid_of_banned_person_is_refused_with_reason(harness: Harness, code: str) -> None:
    """ROLE-10, U1, C40"""
    open_auction(harness)

    async def refuse(request: web.Request) -> web.StreamResponse:
        body = {"message": WORDS[code], "code": code, "details": {}, "requestId": "r"}
        return web.json_response(body, status=403)

    harness.services.answers["/api/auctions/7/bids"] = refuse
    async with plain(harness) as ws:
        await receive(ws)
        await say(ws, "auth", token=harness.token(7, account_status="banned", roles=()))
        assert (await receive(ws))["type"] == "auth_success"
        await say(ws, "placeBid", id=1, auctionId=7, amount=105)
        refused = await receive(ws)
        assert (refused["type"], refused["code"], refused["message"]) == ("error", code, WORDS[code])
        await say(ws, "joinAuction", id=2, auctionId=7)
        assert (await receive(ws))["type"] == "resync", "looking is allowed"


async def test_ban_closes_only_that_persons_sockets(harness: Harness) -> None:
    """P-F1, U1"""
    open_auction(harness)
    async with plain(harness) as one, plain(harness) as two, plain(harness) as other:
        for socket, person in ((one, 7), (two, 7), (other, 8)):
            await receive(socket)
            await say(socket, "auth", token=harness.token(person, epoch=1))
            await receive(socket)
        harness.events.publish(sessions_revoked(7, epoch=2))
        for socket in (one, two):
            assert (await receive(socket))["code"] == "signed_out"
            with pytest.raises(ConnectionClosed):
                await socket.recv()
        await say(other, "joinAuction", id=1, auctionId=7)
        assert (await receive(other))["id"] == 1
        async with harness.http.get(
            f"{harness.address}/api/user/7", headers=harness.bearer(7, epoch=1)
        ) as old:
            assert old.status == 401


async def test_control_without_kick_a_socket_outlives_the_ban(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-F1, AR-D12"""
    open_auction(harness)
    monkeypatch.setattr(harness.gateway.hub, "revoke", lambda user_id, epoch: None)
    async with plain(harness) as socket:
        await receive(socket)
        await say(socket, "auth", token=harness.token(7, epoch=1))
        await receive(socket)
        harness.events.publish(sessions_revoked(7, epoch=2))
        await say(socket, "joinAuction", id=1, auctionId=7)
        assert (await receive(socket))["type"] == "resync"


def test_seller_route_refuses_a_banned_person_with_the_ban() -> None:
    """U1"""
    person = Identity(7, "mei", frozenset(), epoch=0, token_id="t", expires_at=2**40)
    for account_status, until, refusal in (
        ("banned", None, Banned),
        ("active", 2**36, Suspended),
        ("active", None, Forbidden),
    ):
        with pytest.raises(refusal):
            check_role(Who.SELLER, _with(person, account_status, until))


def _with(person: Identity, account_status: str, until: int | None) -> Identity:
    return Identity(**(vars(person) | {"account_status": account_status, "suspended_until": until}))
