import re
from collections.abc import AsyncIterator

import pytest

from gateway.http.scopes import ROUTES, scope_of
from gateway.http.table import Row, Table, Who
from gateway.tests.harness import open_harness
from gateway.tests.http.keyring import KeyRing, all_but
from libs.contracts.scopes import SCOPES
from tests.security.route_rights import ADMIN, ANYONE, FINANCE, MODERATOR, STAFF, WHO

# No key may do this, whatever its scopes.
SIGNING_IN = {
    "GET /api/v1/auth/oidc/{provider}/callback", "GET /api/v1/auth/oidc/{provider}/start",
    "GET /api/v1/auth/providers", "GET /api/verify-email", "POST /api/auth/sync-oauth-user",
    "POST /api/undo-email", "POST /api/update-password", "POST /api/verify-email",
}  # fmt: skip
MONEY = {
    "DELETE /api/boost/payout-account", "GET /api/boost/payout-account", "PUT /api/boost/payout-account",
    "GET /api/boost/payouts", "POST /api/boost/payouts", "POST /api/boost/payouts/{payout_id}/cancel",
    "GET /api/boost/wallet", "GET /api/boost/wallet/entries", "GET /api/boost/wallet/entries.csv",
    "POST /api/boost/create-order", "POST /api/boost/orders/{order_id}/pay", "GET /api/boost/return",
    "POST /api/boost/callback", "POST /api/boost/payouts/callback",
}  # fmt: skip
# Steps that release money or end a dispute.
STEPS = {
    "POST /api/messages/action", "POST /api/messages/action/confirm",
    "POST /api/messages/submit-review/{message_id}",
    "POST /api/transactions/{deal_id}/buyer-rating", "POST /api/transactions/{deal_id}/cancel",
    "DELETE /api/transactions/{deal_id}/cancel",
    "POST /api/transactions/{deal_id}/not-paid", "POST /api/transactions/{deal_id}/review-pictures",
    "POST /api/auctions/{auction_id}/second-chance", "POST /api/auctions/{auction_id}/second-chance/answer",
    "POST /api/auctions/{auction_id}/settle", "GET /api/boost/evidence/{token}",
    *(role for role in WHO if role.startswith("POST /api/boost/deals/")),
}  # fmt: skip
JUDGEMENTS = {
    "DELETE /api/conversations/{user_id}/block", "PUT /api/conversations/{user_id}/block",
    "POST /api/conversations/{user_id}/reports", "POST /api/orders/{deal_id}/reports",
    "GET /api/cases/{case_id}", "GET /api/cases/strikes/{strike_id}",
    "GET /api/cases/sanctions/{act_id}", "POST /api/cases/{case_id}/appeal",
    "POST /api/products/{product_id}/appeal", "POST /api/products/{product_id}/report",
    "POST /api/reviews/{review_id}/reports", "POST /api/products/{product_id}/view", "POST /api/events",
}  # fmt: skip
PREFERENCES = "GET /api/user/{user_id}/notification-preferences"
# The first word of a path, and the scopes of its reads and changes.
SUBJECTS = {
    "notifications": ("account:read", "account:write"),
    "favorites": ("account:read", "account:write"),
    "products": ("", "listings:write"),
    "product-images": ("", "listings:write"),
    "seller": ("listings:read", "listings:write"),
    "auctions": ("account:read", "listings:write"),
    "messages": ("messages:read", "messages:write"),
    "message-files": ("messages:read", ""),
    "conversations": ("messages:read", "messages:write"),
    "orders": ("orders:read", ""),
    "transactions": ("orders:read", "orders:write"),
    "reviews": ("", "orders:write"),
    "offers": ("orders:read", "orders:write"),
    "boost": ("orders:read", ""),
}
PARTICULAR = {
    PREFERENCES: "account:read",
    "GET /api/v1/auth/me": "account:read",
    "GET /api/events/stream": "events:read",
    "POST /api/auctions/{auction_id}/bids": "bids:write",
    "GET /api/message-files/{token}": "messages:read",
    "GET /api/boost/seller-boosted": "listings:read",
    "GET /api/offers/floors": "listings:read",
    "GET /api/offers/floors/{product_id}": "listings:read",
    "PUT /api/offers/floors/{product_id}": "listings:write",
}


def expected(operation: str) -> str | None:
    """None: never."""
    method, path = operation.split(" ")
    if operation in PARTICULAR:
        return PARTICULAR[operation]
    if WHO[operation] in (STAFF, MODERATOR, FINANCE, ADMIN) or operation in never():
        return None
    if WHO[operation] == ANYONE and method == "GET":
        return "read"
    return SUBJECTS[path.split("/")[2]][method != "GET"]


def never() -> set[str]:
    accounts = {role for role in WHO if role.split(" ")[1].startswith(("/api/user/", "/api/v1/auth/"))}
    return SIGNING_IN | MONEY | STEPS | JUDGEMENTS | (accounts - PARTICULAR.keys())


def target(operation: str) -> tuple[str, str]:
    method, path = operation.split(" ")
    words = {"token": "a-1.webp", "name": "a-1.webp", "provider": "contoh", "passkey_id": "YQ"}
    return method, re.sub(r"{(\w+)}", lambda found: words.get(found[1], "7"), path)


def test_every_contract_route_is_in_one_scope_or_none() -> None:
    """P-F7"""
    assert {role: scope_of(*target(role)) for role in WHO} == {role: expected(role) for role in WHO}
    assert never() <= WHO.keys()


def test_gateway_scopes_list_each_route_once() -> None:
    listed = [route for routes in ROUTES.values() for route in routes]
    assert len(listed) == len(set(listed))
    assert set(ROUTES) == set(SCOPES)
    assert len(listed) == sum(expected(role) is not None for role in WHO)


def test_guest_scope_routes_are_open_to_guests() -> None:
    for route in ROUTES["read"]:
        row = Table().find(*reversed(target(route.replace("{id}", "7").replace("{word}", "a"))))
        assert isinstance(row, Row)
        assert row.who is Who.ANYONE


def test_unlisted_route_is_refused_to_keys() -> None:
    for path in ("/api/products/7/anything", "/api/webhooks", "/api/products/", "/api/auctions/7/bids/1"):
        assert scope_of("POST", path) is None
    assert scope_of("GET", "/api/products/\u0667") is None
    assert scope_of("GET", "/api/products/all") is None
    assert scope_of("HEAD", "/api/products/7") == "read"


@pytest.fixture
async def ring() -> AsyncIterator[KeyRing]:
    async with open_harness() as harness:
        yield KeyRing(harness)


@pytest.mark.parametrize("scope", SCOPES)
async def test_each_scope_opens_only_its_routes(ring: KeyRing, scope: str) -> None:
    """P-F7, S01"""
    only = ring.add(scope, roles=("seller", "admin"))
    others = ring.add(*all_but(scope), roles=("seller", "admin"))
    for operation in WHO:
        method, path = target(operation)
        needed = expected(operation)
        for key, opens in ((only, needed == scope), (others, needed not in (scope, None))):
            before = len(ring.harness.services.seen)
            status, body = await ring.call(key, method, path)
            reached = any(
                seen.target.startswith(path) or seen.target == "/internal/bids"
                for seen in ring.harness.services.seen[before:]
            )
            if opens:
                assert (status, reached or method == "GET") == (200, True), operation
                continue
            code = "not_for_api_keys" if needed is None else "scope_missing"
            assert (status, body["code"], reached) == (403, code, False), operation
            assert body["details"] == ({} if needed is None else {"scope": needed})
