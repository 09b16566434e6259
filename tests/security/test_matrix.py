import json
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest

from deploy.local.stack import Stack
from gateway.openapi import COMMITTED
from libs.contracts.frame_names import CLIENT_FRAMES
from libs.kit.testing import Neighbour, Service, token_for
from services.admin.audit import stream as audit_stream
from services.auth.tests.people import a_person
from tests.security.route_rights import (
    ACTIVE,
    ADMIN,
    ANYONE,
    FINANCE,
    FRAMES,
    MODERATOR,
    OWNER,
    PERSON,
    SELLER,
    STAFF,
    WHO,
)

pytestmark = pytest.mark.servers


IN, OUT, NO = "in", 401, 403
ROLES: dict[str, dict[str, Any]] = {
    "guest": {},
    "expired": {"exp": int(time.time()) - 3600, "iat": int(time.time()) - 7200},
    "buyer": {"roles": []},
    "seller": {"roles": ["seller"]},
    "banned": {"roles": [], "accountStatus": "banned"},
    "suspended": {"roles": ["seller"], "suspendedUntil": int(time.time()) + 86_400},
    "support": {"roles": ["support"]},
    "moderator": {"roles": ["moderator"]},
    "finance": {"roles": ["finance"]},
    "admin": {"roles": ["seller", "admin"]},
}
OF_THE_STAFF = ("support", "moderator", "finance")
OUTSIDERS = {"guest": OUT, "expired": OUT, "buyer": NO, "seller": NO, "banned": NO, "suspended": NO}
EXPECTED: dict[str, dict[str, Any]] = {
    ANYONE: {"expired": "in or out"},
    PERSON: {"guest": OUT, "expired": OUT},
    OWNER: {"guest": OUT, "expired": OUT},
    ACTIVE: {"guest": OUT, "expired": OUT, "banned": NO, "suspended": NO},
    SELLER: {"guest": OUT, "expired": OUT, "buyer": NO, "banned": NO, "suspended": NO}
    | dict.fromkeys(OF_THE_STAFF, NO),
    STAFF: OUTSIDERS,
    MODERATOR: OUTSIDERS | {"support": NO, "finance": NO},
    FINANCE: OUTSIDERS | {"support": NO, "moderator": NO},
    ADMIN: OUTSIDERS | dict.fromkeys(OF_THE_STAFF, NO),
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
    "order_id": "1", "package_id": "1", "bill_id": "1", "payout_id": "1", "case_id": "1", "key_id": "1", "pair_id": "1",
    "device_id": "1",
    "strike_id": "1", "act_id": "1", "webhook_id": "1", "delivery_id": "1",
}  # fmt: skip


def test_every_contract_route_is_in_the_role_table() -> None:
    """P-F7"""
    assert sorted(WHO) == sorted(OPERATIONS)


def test_every_live_frame_is_in_the_role_table() -> None:
    """P-F7"""
    assert sorted(FRAMES) == sorted(CLIENT_FRAMES)


@dataclass
class Everybody:
    services: dict[str, Service]
    one: int
    other: int
    other_email: str

    async def ask(self, operation: str, role: str, *, at: int, body: Any = None) -> Any:
        """`at` is the account in the path."""
        method, path = operation.split(" ")
        service = self.services[OPERATIONS[operation]]
        target = path.format(user_id=at, product_id=1, auction_id=1, **STAND_INS)
        headers = {} if role == "guest" else {"Authorization": f"Bearer {await self.token(service, role)}"}
        sent: dict[str, Any] = {"json": body or {}} if method in {"POST", "PATCH", "DELETE", "PUT"} else {}
        service.http.cookies.clear()
        return await service.http.request(method, target, headers=headers, **sent)

    async def token(self, service: Service, role: str) -> str:
        (row,) = await self.services["auth"].rows(
            "SELECT epoch, username FROM users WHERE id = :id", id=self.one
        )
        claims = {"roles": ("seller",), "epoch": row["epoch"], **ROLES[role]}
        if service is not self.services["auth"]:
            return token_for(self.one, row["username"], **claims)
        if role == "expired":
            return token_for(self.one, row["username"], **claims)
        usual = {"iss": "wangi", "aud": "wangi", "sub": str(self.one), "sid": "", "username": row["username"]}
        token: str = service.app.state.auth.keys.access_token({"accountStatus": "active", **usual, **claims})
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
    before = [(service, service.app.state.calls) for service in (auth, admin)]
    for service, calls in before:
        service.app.state.calls = {
            name: Neighbour(services[name], stack.passwords.internal) for name in calls
        }
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(
            audit_stream, "LONGEST_SECONDS", 0.0
        )  # Otherwise each role would follow the stream for nine minutes.
        yield Everybody(services, one.id, other.id, other.form["email"])
    for service, calls in before:
        service.app.state.calls = calls


def fate(answer: Any) -> Any:
    """Refused by the gateway, or passed to the route."""
    body = answer.json() if "json" in answer.headers.get("content-type", "") else {}
    code = body.get("code", "") if isinstance(body, dict) else ""
    if (answer.status_code, code) == (401, "not_signed_in"):
        return OUT
    if answer.status_code == 403 and code in {"forbidden", "banned", "suspended"}:
        return NO
    # Reaching the missing payment provider means that access was granted.
    assert answer.status_code < 500 or code == "unavailable", answer.text
    return IN


@pytest.mark.parametrize("operation", WHO)
async def test_each_route_accepts_the_roles_in_the_table(everybody: Everybody, operation: str) -> None:
    """S01, P-F7, U2, ROLE-01, ROLE-04, ROLE-05, ROLE-06, ROLE-08, ROLE-12, PROT-07"""
    who = WHO[operation]
    if who == ANYONE and operation.endswith(("/refresh", "/session", "/sync-oauth-user")):
        return  # These answer "not signed in" to every role without a cookie or body.
    for role in ROLES:
        answer = await everybody.ask(operation, role, at=everybody.one)
        expected = EXPECTED[who].get(role, IN)
        allowed = (IN, OUT) if expected == "in or out" else (expected,)
        assert fate(answer) in allowed, f"{role}: {answer.text}"
        if role not in (*OF_THE_STAFF, "admin"):
            assert everybody.other_email not in answer.text, f"{role}: another person's address"


@pytest.mark.parametrize("operation", [one for one, who in WHO.items() if who == OWNER])
async def test_account_is_private_to_its_owner(everybody: Everybody, operation: str) -> None:
    """S01, S02, P-F7, ROLE-09"""
    for role in ("buyer", "seller", *OF_THE_STAFF, "admin", "banned"):
        answer = await everybody.ask(operation, role, at=everybody.other)
        assert fate(answer) == NO, role
        assert everybody.other_email not in answer.text, role


def test_control_route_missing_from_table_fails() -> None:
    """P-F7"""
    thought_of = set(WHO) - {"POST /api/auctions/{auction_id}/bids"}
    assert set(OPERATIONS) - thought_of == {"POST /api/auctions/{auction_id}/bids"}
