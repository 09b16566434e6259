import re
from typing import Any

import pytest

from libs.marketplace.errors import ConflictOfInterest
from tests.security.staff_parties import Object, maker_for
from tests.security.test_matrix import OPERATIONS, Everybody
from tests.security.test_matrix import everybody as everybody
from tests.security.test_staff_abuse import CHANGING, NEVER_SEEN, example_of, token_of


def own_codes() -> set[str]:
    return {ConflictOfInterest.code, *(subclasse.code for subclasse in ConflictOfInterest.__subclasses__())}


async def code_of(everybody: Everybody, operation: str, thing: Object, staff_id: int) -> str | None:
    """Also of a batch with one row."""
    method, path = operation.split(" ")
    service = everybody.services[OPERATIONS[operation]]
    body: dict[str, Any] | None = example_of(operation)
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
    return None if code is None else str(code)


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
    assert await code_of(everybody, operation, thing, NEVER_SEEN) not in own_codes()


def test_every_changing_staff_route_has_an_object_to_try() -> None:
    assert len([route for route in CHANGING if maker_for(route) is not None]) >= 30
