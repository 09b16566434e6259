from typing import Any, get_args

import pytest
from fastapi.routing import APIRoute

from libs.contracts.events.staff import PrivateData
from libs.contracts.registry import EVENTS
from libs.contracts.services import SERVICES
from libs.kit.process import clock
from libs.kit.testing import Service
from libs.marketplace.access_log import PrivateRead
from services.auth.tests.people import a_person, an_admin, one_of_the_staff
from tests.architecture.test_staff_changes import reaches
from tests.security.route_rights import WHO
from tests.security.staff_rights import ADMIN, FINANCE, MODERATOR, STAFF, STAFF_ROUTES
from tests.security.test_models import routes_of
from tests.support.staff_record import events_in

OWN_EVENTS = {name.split(".")[2]: event for name, event in EVENTS.items()}
ROUTES = {
    f"{method} {route.path}": route
    for service in SERVICES
    for route in routes_of(service)
    for method in route.methods or ()
}
PRIVATE = {route: row.private for route, row in STAFF_ROUTES.items() if row.private is not None}


def recorded_by(route: APIRoute) -> list[PrivateRead]:
    owners = [getattr(dependency.call, "__self__", None) for dependency in route.dependant.dependencies]
    return [owner for owner in owners if isinstance(owner, PrivateRead)]


def test_every_staff_route_declares_its_data() -> None:
    of_staff = {route for route, who in WHO.items() if who in (STAFF, MODERATOR, FINANCE, ADMIN)}
    assert of_staff == set(STAFF_ROUTES)
    assert set(get_args(PrivateData)) <= set(PRIVATE.values())


@pytest.mark.parametrize("route", PRIVATE)
def test_staff_access_to_private_data_is_logged(route: str) -> None:
    what, found = PRIVATE[route], ROUTES[route]
    if (own := OWN_EVENTS.get(what)) is not None:
        handler: Any = found.endpoint
        assert reaches(handler.__module__, handler.__name__, (own.__module__, own.__name__))
    else:
        assert [item.what for item in recorded_by(found)] == [what]


def test_access_without_private_data_is_not_logged() -> None:
    assert not {route for route, one in ROUTES.items() if recorded_by(one)} - PRIVATE.keys()


USERS = "/api/admin/users"


@pytest.mark.servers
async def test_access_log_has_actor_subject_and_filter_without_words(auth: Service) -> None:
    support, person = await one_of_the_staff(auth, "support"), await a_person(auth)
    answer = await support.call("GET", f"{USERS}?search={person.form['username']}&accountStatus=banned")
    (event,) = await events_in(auth, answer.headers["x-request-id"], "DataRead")
    data = event["data"]
    assert (data["byAdminId"], data["what"], data["aboutId"]) == (support.id, "accounts", None)
    assert data["filters"] == ["accountStatus", "search"]
    assert person.form["username"] not in str(event)
    acts = await support.call("GET", f"{USERS}/{person.id}/acts")
    (event,) = await events_in(auth, acts.headers["x-request-id"], "DataRead")
    assert (event["data"]["what"], event["data"]["aboutId"]) == ("account_acts", person.id)


@pytest.mark.servers
async def test_repeated_access_within_a_minute_is_logged_once(auth: Service) -> None:
    one, other = await an_admin(auth), await an_admin(auth)

    async def looks(staffer: Any, query: str) -> int:
        answer = await staffer.call("GET", f"{USERS}{query}")
        return len(await events_in(auth, answer.headers["x-request-id"], "DataRead"))

    assert [await looks(one, "?search=siti") for _ in range(3)] == [1, 0, 0]
    assert await looks(one, "?search=amir") == 1
    assert await looks(other, "?search=siti") == 1
    clock.forward(seconds=61)
    assert [await looks(one, "?search=siti") for _ in range(2)] == [1, 0]


@pytest.mark.servers
async def test_refused_access_is_not_logged(auth: Service) -> None:
    person, support = await a_person(auth), await one_of_the_staff(auth, "support")
    for who, path, status in (
        (person, USERS, 403), (support, f"{USERS}?limit=100000", 422), (person, f"{USERS}/1/acts", 403),
    ):  # fmt: skip
        answer = await who.call("GET", path)
        assert answer.status_code == status
        assert await events_in(auth, answer.headers["x-request-id"], "DataRead") == []
