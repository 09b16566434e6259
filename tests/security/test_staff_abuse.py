"""Bending a rule gains nothing: what is tried at each route of staff that changes something, in all services.

The table is made of `staff_rights.py` and the examples of the contract, so a new route is tried at once; what
is tried with the money and the things of people stands in the tests of their service (S26)."""

import itertools
from typing import Any

import pytest

from libs.kit.testing import Service, token_for
from tests.security.staff_rights import ADMIN, FINANCE, MODERATOR, STAFF, STAFF_ROUTES
from tests.security.test_matrix import CONTRACT, OPERATIONS, STAND_INS, Everybody
from tests.security.test_matrix import everybody as everybody
from tests.support.staff_record import told_in

CHANGING = sorted(one for one in STAFF_ROUTES if not one.startswith("GET "))
# Whose token is too little for a route of these.
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
    """Return the body that the contract gives as an example; None where a route takes none."""
    method, path = operation.split(" ")
    body = CONTRACT["paths"][path][method.lower()].get("requestBody")
    if body is None:
        return None
    name = body["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
    example: dict[str, Any] = CONTRACT["components"]["schemas"][name]["example"]
    return example


WITH_BODY = [one for one in CHANGING if example_of(one) is not None]
WITH_WORDS = [one for one in WITH_BODY if {"reason", "words"} & (example_of(one) or {}).keys()]
WITH_KEY = [one for one in CHANGING if one.endswith("/bulk")]


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
    token: str = keys.access_token(usual | {"standing": "active", "roles": roles} | claims)
    return token


async def refused(tried: tuple[Service, Any], status: int, code: str) -> None:
    """It is refused with this, and nothing was changed by staff in it."""
    service, answer = tried
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert await told_in(service, answer.headers["x-request-id"], "ChangedByStaff") == []


@pytest.mark.servers
@pytest.mark.parametrize("operation", CHANGING)
async def test_who_has_too_little_a_role_is_refused(everybody: Everybody, operation: str) -> None:
    """S26: without two steps a token of staff names no role, as the first of these."""
    for roles in TOO_LITTLE[STAFF_ROUTES[operation].who]:
        tried = await tries(everybody, operation, example_of(operation), roles=roles)
        await refused(tried, 403, "forbidden")


@pytest.mark.servers
@pytest.mark.parametrize("operation", CHANGING)
async def test_a_token_that_was_made_void_is_refused(everybody: Everybody, operation: str) -> None:
    """S26: the role was taken, or the sessions were ended, a moment ago."""
    service = everybody.services[OPERATIONS[operation]]
    service.app.state.revocations.raise_epoch(OUT_OF_DATE, 1)
    body = example_of(operation)
    await refused(await tries(everybody, operation, body, user_id=OUT_OF_DATE, epoch=0), 401, "not_signed_in")


@pytest.mark.servers
@pytest.mark.parametrize("operation", WITH_BODY)
async def test_a_field_that_is_not_in_the_contract_is_refused(everybody: Everybody, operation: str) -> None:
    """S26, P-F8: no request sets what it may not."""
    for more in ({"isAdmin": True}, {"byAdminId": 1}, {"requestId": "mine"}):
        body = (example_of(operation) or {}) | more
        await refused(await tries(everybody, operation, body), 422, "invalid_input")


@pytest.mark.servers
@pytest.mark.parametrize("operation", WITH_WORDS)
async def test_words_without_end_are_refused(everybody: Everybody, operation: str) -> None:
    """S26"""
    body = dict(example_of(operation) or {})
    for name in {"reason", "words"} & body.keys():
        await refused(await tries(everybody, operation, body | {name: "x" * 60_000}), 422, "invalid_input")


@pytest.mark.servers
@pytest.mark.parametrize("operation", WITH_BODY)
async def test_a_body_of_megabytes_is_refused(everybody: Everybody, operation: str) -> None:
    """S26: before it is read, where a service has a limit, and else by its schema."""
    body = (example_of(operation) or {}) | {"more": "x" * MANY_BYTES}
    service, answer = await tries(everybody, operation, body)
    assert answer.status_code in (413, 422), answer.text
    assert await told_in(service, answer.headers["x-request-id"], "ChangedByStaff") == []


_KEYS = itertools.count(1)


@pytest.mark.servers
@pytest.mark.parametrize("operation", WITH_KEY)
async def test_a_key_that_was_used_for_something_else_is_refused(
    everybody: Everybody, operation: str
) -> None:
    """S26"""
    body, key = dict(example_of(operation) or {}), f"staff-abuse-{next(_KEYS)}"
    nothing = body | {"ids": [987_654_321]}
    _, first = await tries(everybody, operation, nothing, key=key)
    assert first.status_code == 200, first.text
    other = await tries(everybody, operation, body | {"ids": [987_654_322]}, key=key)
    await refused(other, 422, "idempotency_mismatch")


def test_something_is_tried_at_each_route_of_staff_that_changes_something() -> None:
    """S26: a new route without an example is red."""
    assert len(CHANGING) >= 35
    for operation in CHANGING:
        assert STAFF_ROUTES[operation].who in TOO_LITTLE
        assert example_of(operation) != {} or operation.endswith("/ask"), operation
