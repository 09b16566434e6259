import copy
import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gateway.tests.harness import Harness, open_harness
from gateway.tests.live.support import open_auction, plain, receive
from libs.contracts.frame_names import CLIENT_FRAMES
from libs.contracts.services import SERVICES
from libs.kit.http.error_responses import faults_of
from libs.kit.testing import Service, signed_in
from services.auction.tests.makers import an_auction, bidder
from tests.security.test_models import bodies, models_in, routes_of

pytestmark = pytest.mark.servers

OURS = re.compile(
    r"0x[0-9a-f]{4,}|<\w+|function|lambda|validator|instance of|pydantic|constrained|Annotated|\[type=|Value error"
    r"|\b(int|float|str|bool|dict|NoneType|datetime)\b(?! of)|\b[A-Z][a-z]+(In|Out|Type|Model)\b|\\d|\[\^",
)
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1.5,
    10**30,
    "",
    "x",
    "-5",
    [],
    [[]],
    [1],
    {},
    {"x": 1},
    {"amount": {}},
    "\ud800",
)


def faults(answer: Any) -> list[dict[str, str]]:
    return list(answer.json()["details"].get("fields", [])) if answer.status_code == 422 else []


def check(found: list[dict[str, str]], sent: Any) -> None:
    for fault in found:
        assert not OURS.search(fault["message"]), fault
        assert not OURS.search(fault["field"]), fault
        here = sent
        for part in fault["field"].split(".") if fault["field"] else []:
            if isinstance(here, dict) and part in here:
                here = here[part]
            elif isinstance(here, list) and part.isdigit():
                here = here[int(part)]
            else:
                assert isinstance(here, dict), fault
                assert fault["message"] == "Field required", fault


def names_of(service: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for route in routes_of(service):
        fields = {
            field.alias or name
            for body in bodies(route.dependant)
            for model in models_in(body)
            for name, field in model.model_fields.items()
        }
        if fields:
            for method in route.methods or ():
                found[f"{method} {route.path}"] = fields
    return found


@pytest.fixture
def opened(
    auth: Service, catalog: Service, auction: Service, messaging: Service, boost: Service, admin: Service
) -> dict[str, Service]:
    return dict(zip(SERVICES, (auth, catalog, auction, messaging, boost, admin), strict=True))


@pytest.mark.parametrize("name", SERVICES)
async def test_no_route_error_names_our_code(opened: dict[str, Service], name: str) -> None:
    service = opened[name]
    secret = service.app.state.settings.internal_secret.get_secret_value()
    headers = signed_in(77, "amir", roles=("seller", "admin")) | {"X-Internal-Secret": secret}
    asked = 0
    for operation, fields in names_of(name).items():
        method, path = operation.split(" ")
        # Names of settings and rules come from a fixed list, all else is a number.
        named = "saved_searches" if path.startswith("/api/admin/rules/") else "payments"
        path = re.sub(r"{[^}]+}", "77", path.replace("{name}", named))
        sent_bodies = [*ODD[:-1], *({field: malformed} for field in fields for malformed in ODD[:-1])]
        for sent in sent_bodies:
            body = json.dumps(sent)
            answer = await service.http.request(
                method, path, content=body, headers=headers | {"Content-Type": "application/json"}
            )
            asked += 1
            check(faults(answer), sent)
    assert asked or name in ("messaging", "boost", "admin")


async def test_invalid_query_names_its_parameter(catalog: Service) -> None:
    answer = await catalog.http.get("/api/products", params={"page": "x", "limit": "-1", "minPrice": "abc"})
    found = faults(answer)
    assert found
    for fault in found:
        assert not OURS.search(fault["message"]), fault
        assert fault["field"] in ("page", "limit", "minPrice")


@pytest.mark.parametrize(
    "malformed", [None, [], {}, True, False, "ten", float("1e300"), {"x": 1}, [5], ""], ids=repr
)
async def test_malformed_amount_is_refused_over_http_and_socket(auction: Service, malformed: Any) -> None:
    """AUC-18, AUC-39"""
    auction_id = await an_auction(auction)
    for sent in (
        {"amount": malformed},
        {"amount": 105, "maxAmount": malformed if malformed is not None else []},
    ):
        answer = await auction.http.post(f"/api/auctions/{auction_id}/bids", json=sent, headers=bidder())
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_amount")
    assert answer.json()["message"] == "Please enter a valid number."
    assert not await auction.rows("SELECT 1 FROM bids WHERE auction_id = :id", id=auction_id)


@pytest.mark.parametrize("below", [-500, -0.5, "-500", "-12.50", 0, 100, 104.99])
async def test_low_bid_is_answered_with_the_minimum(auction: Service, below: Any) -> None:
    """AUC-19, AUC-22, AUC-40"""
    auction_id = await an_auction(auction)
    answer = await auction.http.post(
        f"/api/auctions/{auction_id}/bids", json={"amount": below}, headers=bidder()
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "bid_too_low")
    assert answer.json()["message"] == "Your bid must be at least RM 105.00."
    assert answer.json()["details"]["minimum"] == 105.0


FRAMES = st.sampled_from(sorted(CLIENT_FRAMES))
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    name=FRAMES,
    malformed=VALUES,
    more=st.dictionaries(st.text("abXY", min_size=1, max_size=6), VALUES, max_size=2),
)
def test_no_frame_error_names_our_code(name: str, malformed: Any, more: dict[str, Any]) -> None:
    frame = CLIENT_FRAMES[name]
    for field in frame.model_fields.values():
        sent = {str(field.alias): malformed, **more}
        try:
            frame.model_validate(copy.deepcopy(sent))
        except ValueError as refusal:
            check(faults_of(refusal.errors(include_input=False), sent), sent)  # type: ignore[attr-defined]


async def test_invalid_frame_names_its_field() -> None:
    async with open_harness() as harness:
        await _frames(harness)


async def _frames(harness: Harness) -> None:
    open_auction(harness)
    async with plain(harness) as ws:
        await receive(ws)
        for sent in (
            {"type": "joinAuction", "auctionId": "7"},
            {"type": "joinAuction", "auctionId": 7, "userId": {}},
            {"type": "placeBid", "auctionId": []},
            {"type": "auth", "token": {}, "userId": [1]},
        ):
            await ws.send(json.dumps(sent))
            frame = await receive(ws)
            if "fields" in frame.get("details", {}):
                check(frame["details"]["fields"], sent)
