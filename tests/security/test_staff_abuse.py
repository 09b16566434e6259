import itertools
from typing import Any

import pytest

from libs.kit.testing import Service, token_for
from tests.security.staff_rights import ADMIN, FINANCE, MODERATOR, STAFF, STAFF_ROUTES
from tests.security.test_matrix import CONTRACT, OPERATIONS, STAND_INS, Everybody
from tests.security.test_matrix import everybody as everybody
from tests.support.staff_record import events_in

CHANGING = sorted(staff_route for staff_route in STAFF_ROUTES if not staff_route.startswith("GET "))
# Roles below what these routes need.
TOO_LITTLE = {
    STAFF: ((), ("seller",)),
    MODERATOR: ((), ("seller",), ("support",), ("finance",)),
    FINANCE: ((), ("seller",), ("support",), ("moderator",)),
    ADMIN: ((), ("seller",), ("support",), ("moderator",), ("finance",)),
}
NAMES = {"PUT /api/admin/settings/{name}": "auctions", "PUT /api/admin/rules/{name}": "saved_searches"}
NEVER_SEEN, OUT_OF_DATE = 78_000_001, 78_000_002
MANY_BYTES = 2 * 1024 * 1024


def example_of(operation: str) -> dict[str, Any] | None:
    """The example in the contract, or None."""
    method, path = operation.split(" ")
    body = CONTRACT["paths"][path][method.lower()].get("requestBody")
    if body is None:
        return None
    name = body["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
    example: dict[str, Any] = CONTRACT["components"]["schemas"][name]["example"]
    return example


WITH_BODY = [route for route in CHANGING if example_of(route) is not None]
WITH_WORDS = [item for item in WITH_BODY if {"reason", "words"} & (example_of(item) or {}).keys()]
WITH_KEY = [route for route in CHANGING if route.endswith("/bulk")]


async def tries(
    everybody: Everybody,
    operation: str,
    body: Any,
    *,
    roles: tuple[str, ...] = ("admin",),
    user_id: int = NEVER_SEEN,
    key: str | None = None,
    **claims: Any,
) -> tuple[Service, Any]:
    method, path = operation.split(" ")
    service = everybody.services[OPERATIONS[operation]]
    given = STAND_INS | ({"name": NAMES[operation]} if operation in NAMES else {})
    target = path.format(user_id=everybody.other, product_id=1, auction_id=1, **given)
    token = token_of(service, user_id, roles, **claims)
    headers = {"Authorization": f"Bearer {token}"} | ({"Idempotency-Key": key} if key else {})
    service.http.cookies.clear()
    more = {} if body is None else {"json": body}
    return service, await service.http.request(method, target, headers=headers, **more)


def token_of(service: Service, user_id: int, roles: tuple[str, ...], **claims: Any) -> str:
    keys = getattr(getattr(service.app.state, "auth", None), "keys", None)
    if keys is None:
        return token_for(user_id, "aisyah", roles=roles, **claims)
    usual = {"iss": "wangi", "aud": "wangi", "sub": str(user_id), "sid": "", "username": "aisyah", "epoch": 0}
    token: str = keys.access_token(usual | {"accountStatus": "active", "roles": roles} | claims)
    return token


async def refused(tried: tuple[Service, Any], status: int, code: str) -> None:
    service, answer = tried
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert await events_in(service, answer.headers["x-request-id"], "ChangedByStaff") == []


@pytest.mark.servers
@pytest.mark.parametrize("operation", CHANGING)
async def test_insufficient_role_is_refused(everybody: Everybody, operation: str) -> None:
    """S26"""
    for roles in TOO_LITTLE[STAFF_ROUTES[operation].who]:
        tried = await tries(everybody, operation, example_of(operation), roles=roles)
        await refused(tried, 403, "forbidden")


@pytest.mark.servers
@pytest.mark.parametrize("operation", CHANGING)
async def test_void_staff_token_is_refused(everybody: Everybody, operation: str) -> None:
    """S26"""
    service = everybody.services[OPERATIONS[operation]]
    service.app.state.revocations.raise_epoch(OUT_OF_DATE, 1)
    body = example_of(operation)
    await refused(await tries(everybody, operation, body, user_id=OUT_OF_DATE, epoch=0), 401, "not_signed_in")


@pytest.mark.servers
@pytest.mark.parametrize("operation", WITH_BODY)
async def test_unknown_field_is_refused_on_staff_routes(everybody: Everybody, operation: str) -> None:
    """S26, P-F8"""
    for more in ({"isAdmin": True}, {"byAdminId": 1}, {"requestId": "mine"}):
        body = (example_of(operation) or {}) | more
        await refused(await tries(everybody, operation, body), 422, "invalid_input")


@pytest.mark.servers
@pytest.mark.parametrize("operation", WITH_WORDS)
async def test_endless_words_are_refused_on_staff_routes(everybody: Everybody, operation: str) -> None:
    """S26"""
    body = dict(example_of(operation) or {})
    for name in {"reason", "words"} & body.keys():
        await refused(await tries(everybody, operation, body | {name: "x" * 60_000}), 422, "invalid_input")


@pytest.mark.servers
@pytest.mark.parametrize("operation", WITH_BODY)
async def test_huge_body_is_refused_on_staff_routes(everybody: Everybody, operation: str) -> None:
    """S26"""
    body = (example_of(operation) or {}) | {"more": "x" * MANY_BYTES}
    service, answer = await tries(everybody, operation, body)
    assert answer.status_code in (413, 422), answer.text
    assert await events_in(service, answer.headers["x-request-id"], "ChangedByStaff") == []


_KEYS = itertools.count(1)


@pytest.mark.servers
@pytest.mark.parametrize("operation", WITH_KEY)
async def test_reused_idempotency_key_is_refused_on_staff_routes(
    everybody: Everybody, operation: str
) -> None:
    """S26"""
    body, key = dict(example_of(operation) or {}), f"staff-abuse-{next(_KEYS)}"
    nothing = body | {"ids": [987_654_321]}
    _, first = await tries(everybody, operation, nothing, key=key)
    assert first.status_code == 200, first.text
    other = await tries(everybody, operation, body | {"ids": [987_654_322]}, key=key)
    await refused(other, 422, "idempotency_mismatch")


def test_every_changing_staff_route_is_tested_for_abuse() -> None:
    """S26"""
    assert len(CHANGING) >= 35
    for operation in CHANGING:
        assert STAFF_ROUTES[operation].who in TOO_LITTLE
        assert example_of(operation) != {} or operation.endswith("/ask"), operation
