import importlib
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from redis.asyncio import Redis

from deploy.local.stack import Stack
from libs.contracts.events.auth import UserSessionsRevoked
from libs.kit.security.revocation import Revocations
from libs.kit.testing import Service, signed_in
from libs.marketplace.access import active_user
from services.auction.tests.makers import an_auction
from services.catalog.tests.makers import a_listing

TRADING = ("catalog", "auction", "messaging", "boost")
CHANGING = {"POST", "PUT", "PATCH", "DELETE"}


OWED = "an open purchase asks it of its two people, whatever has become of them (decision 0040)"
TIDYING = "a person who may not trade may still tidy up their own things"
# Changes that need no active person, each with its reason.
NO_TRADE = {
    "POST /api/products/{product_id}/view": "a look is counted, of guests too",
    "DELETE /api/favorites/{product_id}": TIDYING,
    "DELETE /api/favorites/searches/{search_id}": TIDYING,
    "PATCH /api/favorites/searches/{search_id}": TIDYING,
    "POST /api/favorites/searches/{search_id}/seen": TIDYING,
    "POST /api/boost/callback": "the payment provider's word, known by its signature",
    "POST /api/boost/payouts/callback": "the payment provider's word, known by its checksum",
    "POST /api/products/{product_id}/appeal": "who was put out of trade may say why that was wrong",
    "POST /api/messages/read": TIDYING,
    "PATCH /api/conversations/{user_id}": TIDYING,
    "POST /api/messages/action/confirm": "a purchase begins for an active person only; its later steps are owed",
    "POST /api/transactions/{deal_id}/ship": OWED,
    "POST /api/transactions/{deal_id}/cancel": OWED,
    "DELETE /api/transactions/{deal_id}/cancel": OWED,
    **{f"POST /api/boost/deals/{{deal_id}}/{step}": OWED for step in (
        "arrived", "accept", "call-off", "dispute", "evidence", "evidence/photograph", "send-back", "take-back",
        "object", "appeal",
    )},
}  # fmt: skip


def changing_calls(service: str) -> list[tuple[APIRoute, str]]:
    """Without routes for staff and services."""
    app = importlib.import_module(f"services.{service}.main").app
    found: list[APIRoute] = []
    for route in app.routes:
        inner = getattr(getattr(route, "original_router", None), "routes", None) or [route]
        found += [item for item in inner if isinstance(item, APIRoute)]
    theirs = [route for route in found if not route.path.startswith(("/internal/", "/api/admin/"))]
    calls = [(route, method) for route in theirs for method in sorted((route.methods or set()) & CHANGING)]
    return [(route, method) for route, method in calls if f"{method} {route.path}" not in NO_TRADE]


def path_of(route: APIRoute) -> str:
    return re.sub(r"\{[^}]+\}", "1", route.path)


def calls_of(dependant: Dependant) -> Iterator[object]:
    for dependency in dependant.dependencies:
        yield dependency.call
        yield from calls_of(dependency)


@pytest.mark.parametrize("service", TRADING)
def test_every_changing_route_requires_an_active_user(service: str) -> None:
    """ROLE-10, ROLE-12, U1, C40"""
    for route, _ in changing_calls(service):
        assert active_user in calls_of(route.dependant), route.path


def test_changing_routes_are_found() -> None:
    """ROLE-05, ROLE-06"""
    paths = {route.path for service in TRADING for route, _ in changing_calls(service)}
    assert {"/api/products", "/api/auctions/{auction_id}/bids"} <= paths


OUT: dict[str, dict[str, Any]] = {
    "banned": {"account_status": "banned", "roles": ()},
    "suspended": {"suspended_until": int((datetime.now(UTC) + timedelta(days=2)).timestamp())},
}


@pytest.mark.servers
@pytest.mark.parametrize("code", OUT)
async def test_banned_person_is_refused_on_every_changing_route(
    catalog: Service, auction: Service, messaging: Service, boost: Service, code: str
) -> None:
    """ROLE-10, U1, C40"""
    services = {"catalog": catalog, "auction": auction, "messaging": messaging, "boost": boost}
    for name, service in services.items():
        for route, method in changing_calls(name):
            path = path_of(route)
            answer = await service.http.request(method, path, json={}, headers=signed_in(7301, **OUT[code]))
            assert (answer.status_code, answer.json()["code"]) == (403, code), path


@pytest.mark.servers
async def test_guests_are_refused_on_every_changing_route(
    catalog: Service, auction: Service, messaging: Service, boost: Service
) -> None:
    """ROLE-04"""
    for name, service in (
        ("catalog", catalog),
        ("auction", auction),
        ("messaging", messaging),
        ("boost", boost),
    ):
        for route, method in changing_calls(name):
            path = path_of(route)
            answer = await service.http.request(method, path, json={})
            assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in"), path


async def write(name: str, service: Service, who: int, *, epoch: int) -> httpx2.Response:
    headers = signed_in(who, epoch=epoch)
    if name == "catalog":
        return await service.http.post("/api/products", json=a_listing(), headers=headers)
    auction_id = await an_auction(service)
    return await service.http.post(f"/api/auctions/{auction_id}/bids", json={"amount": 105}, headers=headers)


@pytest.mark.servers
@pytest.mark.parametrize("name", ["catalog", "auction"])
async def test_token_is_voided_by_its_epoch(
    catalog: Service, auction: Service, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-F1"""
    service = {"catalog": catalog, "auction": auction}[name]
    await service.deliver(UserSessionsRevoked(user_id=7311, epoch=3, revoked_at=datetime.now(UTC)))
    assert (await write(name, service, 7311, epoch=2)).status_code == 401
    assert (await write(name, service, 7311, epoch=3)).status_code == 201
    monkeypatch.setattr(service.app.state.revocations, "is_void", lambda user_id, epoch: False)
    assert (await write(name, service, 7311, epoch=2)).status_code == 201


@pytest.mark.servers
@pytest.mark.parametrize("name", ["catalog", "auction"])
async def test_service_without_revocations_refuses_writes(
    catalog: Service, auction: Service, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-F1"""
    service = {"catalog": catalog, "auction": auction}[name]
    revocations = service.app.state.revocations
    assert service.app.state.settings.revocation_patience_seconds == 60
    monkeypatch.setattr(revocations, "patience", 60.0)
    for silence, status in ((59, 201), (61, 503)):
        revocations.note_alive()
        auction_id = await an_auction(auction)
        revocations.received_at -= silence
        if name == "catalog":
            answer = await service.http.post("/api/products", json=a_listing(), headers=signed_in(7321))
        else:
            path = f"/api/auctions/{auction_id}/bids"
            answer = await service.http.post(path, json={"amount": 105}, headers=signed_in(7321))
        assert answer.status_code == status
    assert (await service.http.get("/api/products/1", headers=signed_in(7321))).status_code != 503
    revocations.note_alive()


@pytest.mark.servers
async def test_revocation_survives_restart_and_empty_redis(auction: Service, stack: Stack) -> None:
    """P-F1"""
    path = f"/api/auctions/{await an_auction(auction)}/bids"
    await auction.deliver(UserSessionsRevoked(user_id=7331, epoch=4, revoked_at=datetime.now(UTC)))
    async with Redis.from_url(stack.servers.redis_url) as owner:
        await owner.flushall()
    restarted, headers = Revocations(), signed_in(7331, epoch=3)
    assert not restarted.is_void(7331, 3)
    await restarted.load(auction.database)
    before, auction.app.state.revocations = auction.app.state.revocations, restarted
    try:
        assert (await auction.http.post(path, json={"amount": 105}, headers=headers)).status_code == 401
    finally:
        auction.app.state.revocations = before
