import itertools
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import text

from libs.kit.process import clock
from libs.kit.testing import Service
from libs.marketplace.errors import ConflictOfInterest
from services.boost.protection.models import Protection
from tests.security.staff_parties import Object, bill, maker_for, payout, row_of, store
from tests.security.staff_rights import STAFF_ROUTES
from tests.security.test_matrix import CONTRACT, OPERATIONS, Everybody
from tests.security.test_matrix import everybody as everybody
from tests.security.test_staff_abuse import CHANGING, NEVER_SEEN, example_of, token_of
from tests.support.staff_record import events_in

_numbers = itertools.count(79_900_001)


def own_codes() -> set[str]:
    return {ConflictOfInterest.code, *(subclasse.code for subclasse in ConflictOfInterest.__subclasses__())}


NAMES_STAFF = {"actorId", "staffId", "byAdminId", "claimedBy", "by"}


def fields_of(schema: Any) -> set[str]:
    if isinstance(schema, list):
        return set().union(*map(fields_of, schema))
    if not isinstance(schema, dict):
        return set()
    if "$ref" in schema:
        return fields_of(CONTRACT["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]])
    return set(schema.get("properties", ())).union(*map(fields_of, schema.values()))


def names_staff(route: str) -> bool:
    content = CONTRACT["paths"][route.split(" ")[1]]["get"]["responses"]["200"].get("content", {})
    return bool(fields_of(content) & NAMES_STAFF)


READING = sorted(
    route
    for route in STAFF_ROUTES
    if route.startswith("GET ") and "{" in route and names_staff(route) and maker_for(route) is not None
)


async def code_of(everybody: Everybody, operation: str, thing: Object, staff_id: int) -> str | None:
    """Also of a batch with one row."""
    return (await try_operation(everybody, operation, thing, staff_id))[0]


async def try_operation(
    everybody: Everybody, operation: str, thing: Object, staff_id: int
) -> tuple[str | None, str]:
    """Returns the code and the request id."""
    method, path = operation.split(" ")
    service = everybody.services[OPERATIONS[operation]]
    body: dict[str, Any] | None = None if method == "GET" else example_of(operation)
    if "/bulk" in path and body is not None:
        body = body | {"ids": [thing.id]}
    headers = {"Authorization": f"Bearer {token_of(service, staff_id, ('admin',))}"}
    if path.endswith("/bulk"):
        headers["Idempotency-Key"] = f"party-{staff_id}-{thing.id}"
    target = re.sub(r"\{\w+\}", str(thing.id), path)
    service.http.cookies.clear()
    more: Any = {} if body is None else {"json": body}
    response = await service.http.request(method, target, headers=headers, **more)
    answer = response.json() if response.content else {}
    if isinstance(answer, dict) and "lines" in answer:
        (line,) = answer["lines"]
        answer = line
    code = answer.get("code") if isinstance(answer, dict) else None
    return None if code is None else str(code), response.headers.get("x-request-id", "-")


@pytest.mark.servers
@pytest.mark.parametrize("operation", [route for route in CHANGING if maker_for(route) is not None])
async def test_staff_cannot_act_on_an_object_in_which_they_are_a_party(
    everybody: Everybody, operation: str
) -> None:
    make = maker_for(operation)
    assert make is not None
    thing = await make(everybody.services[OPERATIONS[operation]], operation)
    for party in thing.parties:
        assert await code_of(everybody, operation, thing, party) in own_codes(), f"party {party} of {thing}"
    code, request_id = await try_operation(everybody, operation, thing, NEVER_SEEN)
    assert code not in own_codes()
    changes = await events_in(everybody.services[OPERATIONS[operation]], request_id, "ChangedByStaff")
    for change in changes:
        assert set(change["data"]["partyIds"]) >= set(thing.parties)


@pytest.mark.servers
@pytest.mark.parametrize("operation", READING)
async def test_staff_cannot_read_who_acted_on_an_object_in_which_they_are_a_party(
    everybody: Everybody, operation: str
) -> None:
    make = maker_for(operation)
    assert make is not None
    thing = await make(everybody.services[OPERATIONS[operation]], operation)
    for party in thing.parties:
        assert await code_of(everybody, operation, thing, party) in own_codes(), f"party {party} of {thing}"
    assert await code_of(everybody, operation, thing, NEVER_SEEN) is None


async def dispute_in(boost: Service, state: str) -> Object:
    seller, buyer, deal_id = next(_numbers), next(_numbers), next(_numbers)
    now = clock.about_now()
    row = row_of(
        Protection, deal_id=deal_id, product_id=next(_numbers), seller_id=seller, buyer_id=buyer, amount=9_000,
        fee=90, state=state, held_at=now, ship_by=now, dispute_reason="damaged", disputed_at=now, evidence_until=now,
        appealed_at=now if state == "appealed" else None, decided_at=now if state == "refunded" else None,
        refunded=9_000 if state == "refunded" else 0, ended_at=now if state == "refunded" else None,
    )  # fmt: skip
    await store(boost, row)
    return Object(deal_id, (seller, buyer))


LISTS: dict[str, Callable[[Service], Awaitable[Object]]] = {
    "bills": lambda boost: bill(boost, ""),
    "payouts?state=failed": lambda boost: payout(boost, ""),
    "disputes?state=open": lambda boost: dispute_in(boost, "disputed"),
    "disputes?state=appealed": lambda boost: dispute_in(boost, "appealed"),
    "disputes?state=withheld": lambda boost: dispute_in(boost, "withheld"),
    "disputes?state=decided": lambda boost: dispute_in(boost, "refunded"),
}


@pytest.mark.servers
@pytest.mark.parametrize("path", LISTS)
async def test_staff_lists_leave_out_objects_in_which_the_reader_is_a_party(
    everybody: Everybody, path: str
) -> None:
    boost = everybody.services["boost"]
    thing = await LISTS[path](boost)
    is_listed = {}
    for reader in (*thing.parties, NEVER_SEEN):
        headers = {"Authorization": f"Bearer {token_of(boost, reader, ('admin',))}"}
        answer = (await boost.http.get(f"/api/admin/boost/{path}", headers=headers)).json()
        (items,) = (value for value in answer.values() if isinstance(value, list))
        name = "dealId" if path.startswith("disputes") else "id"
        is_listed[reader] = thing.id in {item[name] for item in items}
    async with boost.database.transaction() as session:  # Other tests compare held money with the ledger.
        await session.execute(text("DELETE FROM protections WHERE deal_id = :id"), {"id": thing.id})
    assert is_listed == dict.fromkeys(thing.parties, False) | {NEVER_SEEN: True}


def test_every_changing_staff_route_has_an_object_to_try() -> None:
    assert len([route for route in CHANGING if maker_for(route) is not None]) >= 30
