"""Who may call what: one table holds every route of the contract, and each role asks each (S01, P-F7)."""

import json
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest

from deploy.local.stack import Stack
from gateway.openapi import COMMITTED
from libs.contracts.live import CLIENT_FRAMES
from libs.kit.testing import Neighbour, Service, token_for
from services.auth.tests.people import a_person

pytestmark = pytest.mark.servers

ANYONE, PERSON, OWNER, ACTIVE, SELLER, ADMIN = "anyone", "person", "owner", "active", "seller", "admin"
WHO = {
    "GET /api/admin/audit": ADMIN,
    "POST /api/admin/auctions/{auction_id}/void-bids": ADMIN,
    "GET /api/admin/events": ADMIN,
    "GET /api/admin/messages/{message_id}/file": ADMIN,
    "POST /api/admin/products/{product_id}/remove": ADMIN,
    "POST /api/admin/products/{product_id}/restore": ADMIN,
    "GET /api/admin/users": ADMIN,
    "GET /api/admin/users/{user_id}/acts": ADMIN,
    "PATCH /api/admin/users/{user_id}/ban": ADMIN,
    "POST /api/admin/users/{user_id}/end-sessions": ADMIN,
    "PATCH /api/admin/users/{user_id}/identity": ADMIN,
    "PATCH /api/admin/users/{user_id}/seller-rights": ADMIN,
    "POST /api/admin/users/{user_id}/suspend": ADMIN,
    "POST /api/auctions": SELLER,
    "GET /api/auctions/mine": PERSON,
    "GET /api/auctions/product/{product_id}": ANYONE,
    "GET /api/auctions/{auction_id}": ANYONE,
    "PUT /api/auctions/{auction_id}": SELLER,
    "GET /api/auctions/{auction_id}/afterwards": PERSON,
    "POST /api/auctions/{auction_id}/bids": ACTIVE,
    "POST /api/auctions/{auction_id}/second-chance": ACTIVE,
    "POST /api/auctions/{auction_id}/second-chance/answer": ACTIVE,
    "POST /api/auctions/{auction_id}/settle": ACTIVE,
    "POST /api/auth/sync-oauth-user": ANYONE,
    "GET /api/boost/packages": ANYONE,
    "GET /api/categories": ANYONE,
    "POST /api/events": ANYONE,
    "GET /api/favorites": PERSON,
    "GET /api/favorites/ids": PERSON,
    "GET /api/favorites/searches": PERSON,
    "POST /api/favorites/searches": ACTIVE,
    "DELETE /api/favorites/searches/{search_id}": PERSON,
    "PATCH /api/favorites/searches/{search_id}": PERSON,
    "POST /api/favorites/searches/{search_id}/seen": PERSON,
    "DELETE /api/favorites/{product_id}": PERSON,
    "POST /api/favorites/{product_id}": ACTIVE,
    "GET /api/images/{token}": ANYONE,
    "GET /api/conversations": PERSON,
    "GET /api/conversations/{user_id}": PERSON,
    "PATCH /api/conversations/{user_id}": PERSON,
    "PUT /api/conversations/{user_id}/block": ACTIVE,
    "DELETE /api/conversations/{user_id}/block": ACTIVE,
    "POST /api/conversations/{user_id}/reports": ACTIVE,
    "GET /api/messages": PERSON,
    "POST /api/messages": ACTIVE,
    "GET /api/messages/conversation/{user_id}": PERSON,
    "POST /api/messages/action": ACTIVE,
    "POST /api/messages/action/confirm": ACTIVE,
    "POST /api/messages/read": PERSON,
    "POST /api/messages/submit-review/{message_id}": ACTIVE,
    "POST /api/offers": ACTIVE,
    "GET /api/offers/floors/{product_id}": PERSON,
    "PUT /api/offers/floors/{product_id}": ACTIVE,
    "POST /api/offers/favourites": ACTIVE,
    "GET /api/offers/received/{product_id}": PERSON,
    "POST /api/offers/received/{campaign_id}/accept": ACTIVE,
    "POST /api/offers/received/{campaign_id}/decline": ACTIVE,
    "POST /api/offers/{offer_id}/accept": ACTIVE,
    "POST /api/offers/{offer_id}/counter": ACTIVE,
    "POST /api/offers/{offer_id}/decline": ACTIVE,
    "POST /api/offers/{offer_id}/withdraw": ACTIVE,
    "GET /api/orders": PERSON,
    "GET /api/orders/user": PERSON,
    "GET /api/orders/{deal_id}": PERSON,
    "POST /api/orders/{deal_id}/reports": ACTIVE,
    "POST /api/transactions/{deal_id}/cancel": ACTIVE,
    "POST /api/transactions/{deal_id}/not-paid": ACTIVE,
    "POST /api/transactions/{deal_id}/ship": ACTIVE,
    "POST /api/messages/upload-file": ACTIVE,
    "GET /api/message-files/{token}": ANYONE,
    "POST /api/transactions/{deal_id}/buyer-rating": ACTIVE,
    "POST /api/transactions/{deal_id}/review-pictures": ACTIVE,
    "GET /api/review-pictures/{token}": ANYONE,
    "GET /api/transactions/{deal_id}/reviews": PERSON,
    "POST /api/reviews/{review_id}/reply": ACTIVE,
    "GET /api/messages/search": PERSON,
    "GET /api/messages/unread-count": PERSON,
    "DELETE /api/messages/{message_id}": ACTIVE,
    "GET /api/notifications": PERSON,
    "POST /api/notifications/read": PERSON,
    "GET /api/notifications/unread-count": PERSON,
    "GET /api/portraits/{name}": ANYONE,
    "POST /api/product-images": SELLER,
    "POST /api/product-images/uploads": SELLER,
    "POST /api/product-images/{image_id}/upload": SELLER,
    "GET /api/product-images/{product_id}": ANYONE,
    "GET /api/products": ANYONE,
    "POST /api/products": SELLER,
    "GET /api/products/all": ADMIN,
    "GET /api/products/facets": ANYONE,
    "GET /api/products/featured": ANYONE,
    "GET /api/products/suggest": ANYONE,
    "DELETE /api/products/{product_id}": SELLER,
    "GET /api/products/{product_id}": ANYONE,
    "PUT /api/products/{product_id}": SELLER,
    "POST /api/products/{product_id}/appeal": SELLER,
    "POST /api/products/{product_id}/archive": SELLER,
    "POST /api/products/{product_id}/duplicate": SELLER,
    "PUT /api/products/{product_id}/images": SELLER,
    "DELETE /api/products/{product_id}/images/{image_id}": SELLER,
    "POST /api/products/{product_id}/notes": SELLER,
    "POST /api/products/{product_id}/relist": SELLER,
    "POST /api/products/{product_id}/report": ACTIVE,
    "POST /api/products/{product_id}/restore": SELLER,
    "GET /api/products/{product_id}/similar": ANYONE,
    "POST /api/products/{product_id}/sold": SELLER,
    "POST /api/products/{product_id}/view": ANYONE,
    "GET /api/seller/dashboard": SELLER,
    "GET /api/seller/drafts": SELLER,
    "POST /api/seller/drafts": SELLER,
    "DELETE /api/seller/drafts/{draft_id}": SELLER,
    "GET /api/seller/drafts/{draft_id}": SELLER,
    "PUT /api/seller/drafts/{draft_id}": SELLER,
    "GET /api/seller/products": SELLER,
    "POST /api/seller/products/bulk": SELLER,
    "GET /api/seller/products/export.csv": SELLER,
    "POST /api/seller/products/import": SELLER,
    "GET /api/seller/products/import/template.csv": SELLER,
    "GET /api/seller/stats": SELLER,
    "GET /api/sellers/{user_id}": ANYONE,
    "GET /api/sellers/{user_id}/products": ANYONE,
    "GET /api/sellers/{user_id}/reviews": ANYONE,
    "GET /api/buyers/{user_id}/reviews": ANYONE,
    "GET /api/testimonials": ANYONE,
    "GET /api/sellers/{user_id}/shelf": ANYONE,
    "GET /api/sellers/{user_id}/verification": ANYONE,
    "POST /api/undo-email": ANYONE,
    "POST /api/update-password": ANYONE,
    "POST /api/user/avatar": PERSON,
    "POST /api/user/change-password": PERSON,
    "POST /api/user/cover": PERSON,
    "DELETE /api/user/{user_id}": OWNER,
    "PATCH /api/user/{user_id}": OWNER,
    "GET /api/user/{user_id}/export": OWNER,
    "GET /api/user/{user_id}/notification-preferences": OWNER,
    "PUT /api/user/{user_id}/notification-preferences": OWNER,
    "GET /api/user/{user_id}/passkeys": OWNER,
    "POST /api/user/{user_id}/passkeys": OWNER,
    "POST /api/user/{user_id}/passkeys/options": OWNER,
    "DELETE /api/user/{user_id}/passkeys/{passkey_id}": OWNER,
    "POST /api/user/{user_id}/proof": OWNER,
    "GET /api/user/{user_id}/sessions": OWNER,
    "DELETE /api/user/{user_id}/sessions/{session_id}": OWNER,
    "DELETE /api/user/{user_id}/two-factor": OWNER,
    "POST /api/user/{user_id}/two-factor": OWNER,
    "POST /api/user/{user_id}/two-factor/confirm": OWNER,
    "POST /api/user/{user_id}/two-factor/recovery-codes": OWNER,
    "POST /api/v1/auth/forgot-password": ANYONE,
    "POST /api/v1/auth/login": ANYONE,
    "POST /api/v1/auth/logout": ANYONE,
    "POST /api/v1/auth/logout-all": PERSON,
    "POST /api/v1/auth/lookup-email": ANYONE,
    "GET /api/v1/auth/me": PERSON,
    "GET /api/v1/auth/oidc/{provider}/callback": ANYONE,
    "GET /api/v1/auth/oidc/{provider}/start": ANYONE,
    "POST /api/v1/auth/passkey": ANYONE,
    "POST /api/v1/auth/passkey/options": ANYONE,
    "GET /api/v1/auth/providers": ANYONE,
    "POST /api/v1/auth/refresh": ANYONE,
    "POST /api/v1/auth/register": ANYONE,
    "POST /api/v1/auth/resend-verification": ANYONE,
    "POST /api/v1/auth/session": ANYONE,
    "GET /api/verify-email": ANYONE,
    "POST /api/verify-email": ANYONE,
}
FRAMES = {
    "auth": ANYONE, "joinAuction": ANYONE, "leaveAuction": ANYONE, "placeBid": ACTIVE,
    "send_message": ACTIVE, "mark_read": PERSON, "get_conversation": PERSON, "typing": PERSON,
    "presence": PERSON,
}  # fmt: skip

IN, OUT, NO = "in", 401, 403
ROLES: dict[str, dict[str, Any]] = {
    "guest": {},
    "expired": {"exp": int(time.time()) - 3600, "iat": int(time.time()) - 7200},
    "buyer": {"roles": []},
    "seller": {"roles": ["seller"]},
    "banned": {"roles": [], "standing": "banned"},
    "suspended": {"roles": ["seller"], "suspendedUntil": int(time.time()) + 86_400},
    "admin": {"roles": ["seller", "admin"]},
}
EXPECTED: dict[str, dict[str, Any]] = {
    ANYONE: {"expired": "in or out"},
    PERSON: {"guest": OUT, "expired": OUT},
    OWNER: {"guest": OUT, "expired": OUT},
    ACTIVE: {"guest": OUT, "expired": OUT, "banned": NO, "suspended": NO},
    SELLER: {"guest": OUT, "expired": OUT, "buyer": NO, "banned": NO, "suspended": NO},
    ADMIN: {"guest": OUT, "expired": OUT, "buyer": NO, "seller": NO, "banned": NO, "suspended": NO},
}
CONTRACT = json.loads(COMMITTED.read_text())
OPERATIONS = {
    f"{method.upper()} {path}": operation["tags"][0]
    for path, operations in CONTRACT["paths"].items()
    for method, operation in operations.items()
}
STAND_INS = {
    "token": "none", "name": "none.webp", "provider": "none", "passkey_id": "none", "session_id": "none",
    "image_id": "1", "draft_id": "1", "search_id": "1",
    "message_id": "1", "deal_id": "1", "offer_id": "1", "review_id": "1", "campaign_id": "1",
}  # fmt: skip


def test_every_route_of_the_contract_is_in_the_table() -> None:
    """P-F7: a route without a row cannot be deployed."""
    assert sorted(WHO) == sorted(OPERATIONS)


def test_every_live_frame_is_in_the_table() -> None:
    """P-F7: frames are commands too; who may send them is asked in the tests of the live edge."""
    assert sorted(FRAMES) == sorted(CLIENT_FRAMES)


@dataclass
class Everybody:
    """The six services, and two people with accounts."""

    services: dict[str, Service]
    one: int
    other: int
    other_email: str

    async def ask(self, operation: str, role: str, *, at: int) -> Any:
        """One call by a person of this role; `at` is the account in the path, if there is one."""
        method, path = operation.split(" ")
        service = self.services[OPERATIONS[operation]]
        target = path.format(user_id=at, product_id=1, auction_id=1, **STAND_INS)
        headers = {} if role == "guest" else {"Authorization": f"Bearer {await self.token(service, role)}"}
        body: dict[str, Any] = {"json": {}} if method in {"POST", "PATCH", "DELETE", "PUT"} else {}
        service.http.cookies.clear()
        return await service.http.request(method, target, headers=headers, **body)

    async def token(self, service: Service, role: str) -> str:
        """A token of this moment; auth signs its own."""
        (row,) = await self.services["auth"].rows(
            "SELECT epoch, username FROM users WHERE id = :id", id=self.one
        )
        claims = {"roles": ("seller",), "epoch": row["epoch"], **ROLES[role]}
        if service is not self.services["auth"]:
            return token_for(self.one, row["username"], **claims)
        if role == "expired":
            return token_for(self.one, row["username"], **claims)
        usual = {"iss": "wangi", "aud": "wangi", "sub": str(self.one), "sid": "", "username": row["username"]}
        token: str = service.app.state.auth.keys.access_token({"standing": "active", **usual, **claims})
        return token


@pytest.fixture(scope="module")
async def everybody(
    stack: Stack,
    auth: Service,
    catalog: Service,
    auction: Service,
    messaging: Service,
    boost: Service,
    admin: Service,
) -> AsyncIterator[Everybody]:
    one, other = await a_person(auth), await a_person(auth)
    services = {
        "auth": auth, "catalog": catalog, "auction": auction, "messaging": messaging, "boost": boost, "admin": admin,
    }  # fmt: skip
    before = auth.app.state.calls
    auth.app.state.calls = {name: Neighbour(services[name], stack.passwords.internal) for name in before}
    yield Everybody(services, one.id, other.id, other.form["email"])
    auth.app.state.calls = before


def fate(answer: Any) -> Any:
    """Refused at the door, or heard: whatever the route then says of an empty body."""
    told = answer.json() if "json" in answer.headers.get("content-type", "") else {}
    code = told.get("code", "") if isinstance(told, dict) else ""
    if (answer.status_code, code) == (401, "not_signed_in"):
        return OUT
    if answer.status_code == 403 and code in {"forbidden", "banned", "suspended"}:
        return NO
    assert answer.status_code < 500, answer.text
    return IN


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("operation", WHO)
async def test_each_route_accepts_the_roles_in_the_table(
    everybody: Everybody, operation: str, role: str
) -> None:
    """S01, P-F7, U2, ROLE-01, ROLE-04, ROLE-05, ROLE-06, ROLE-08, ROLE-12, PROT-07"""
    who = WHO[operation]
    if who == ANYONE and operation.endswith(("/refresh", "/session", "/sync-oauth-user")):
        return  # these answer "not signed in" to an empty cookie or body, for every role
    answer = await everybody.ask(operation, role, at=everybody.one)
    expected = EXPECTED[who].get(role, IN)
    assert fate(answer) in ((IN, OUT) if expected == "in or out" else (expected,)), answer.text
    if role != "admin":
        assert everybody.other_email not in answer.text, "another person's address"


@pytest.mark.parametrize("role", ["buyer", "seller", "admin", "banned"])
@pytest.mark.parametrize("operation", [one for one, who in WHO.items() if who == OWNER])
async def test_an_account_is_its_owners_alone(everybody: Everybody, operation: str, role: str) -> None:
    """S01, S02, P-F7, ROLE-09: not even an admin's."""
    answer = await everybody.ask(operation, role, at=everybody.other)
    assert fate(answer) == NO
    assert everybody.other_email not in answer.text


def test_a_route_missing_from_the_table_would_fail() -> None:
    """The control of P-F7."""
    thought_of = set(WHO) - {"POST /api/auctions/{auction_id}/bids"}
    assert set(OPERATIONS) - thought_of == {"POST /api/auctions/{auction_id}/bids"}
