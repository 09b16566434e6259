import re
from datetime import timedelta
from typing import Any

import pytest

from libs.contracts.events.signals import MAX_SHARERS
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.privacy import erasure, trimming
from services.auth.tests.people import PASSWORD, Person, a_person
from services.auth.tests.test_erasure import Answering, neighbours

pytestmark = pytest.mark.servers


__all__ = ["neighbours"]


HOME = "12A, Jalan Kasturi 3/7, 50050 Kuala Lumpur"


async def shared(auth: Service, *people: Person) -> list[dict[str, Any]]:
    context = await auth.rows("SELECT convert_from(payload, 'UTF8')::json AS event FROM outbox ORDER BY id")
    events = [item["event"]["data"] for item in context if ".AccountSignalShared." in item["event"]["type"]]
    return [item for item in events if item["userId"] in {person.id for person in people}]


async def beside(auth: Service, mark: str) -> Person:
    person = (await a_person(auth)).elsewhere()
    person.cookies["wangi_device"] = mark
    assert (await person.sign_in()).status_code == 200
    return person


async def lives_at(person: Person, address: str) -> None:
    await person.sign_in()
    answer = await person.call("PATCH", f"/api/user/{person.id}", json={"address": address})
    assert answer.status_code == 200, answer.text


async def test_shared_browser_is_published_for_both_accounts(auth: Service) -> None:
    one = (await a_person(auth)).elsewhere()
    await one.sign_in()
    assert await shared(auth, one) == []
    two = await beside(auth, one.cookies["wangi_device"])
    first, second = await shared(auth, one, two)
    assert (first["userId"], second["userId"]) == (one.id, two.id)
    assert (first["by"], first["signal"]) == (second["by"], second["signal"]) == ("device", first["signal"])
    await two.sign_in()
    await one.sign_in()
    assert len(await shared(auth, one, two)) == 2


async def test_address_signal_ignores_spelling_and_is_never_stored(auth: Service) -> None:
    one, two, other = await a_person(auth), await a_person(auth), await a_person(auth)
    await lives_at(one, HOME)
    await lives_at(two, HOME.upper().replace(",", ""))
    await lives_at(other, HOME.replace("12A", "12B"))
    events = await shared(auth, one, two, other)
    assert [(event["userId"], event["by"]) for event in events] == [(one.id, "address"), (two.id, "address")]
    assert set(events[0]) == {"userId", "signal", "by", "since", "seenAt"}
    rows = await auth.rows("SELECT * FROM signals")
    for private in ("kasturi", "50050", one.cookies["wangi_device"]):
        assert not re.search(rf"(?<!\d){private}(?!\d)", (str(events) + str(rows)).casefold())


async def test_city_name_links_nobody(auth: Service) -> None:
    one, two = await a_person(auth), await a_person(auth)
    for person in (one, two):
        await lives_at(person, "Kuala Lumpur, Malaysia")
    assert await shared(auth, one, two) == []


async def test_signal_above_limit_is_not_stored_or_published(auth: Service) -> None:
    first = (await a_person(auth)).elsewhere()
    await first.sign_in()
    mark = first.cookies["wangi_device"]
    people = [first, *[await beside(auth, mark) for _ in range(MAX_SHARERS + 3)]]
    events = await shared(auth, *people)
    # One above the limit, so that others see that it is exceeded.
    assert len(events) == MAX_SHARERS + 1
    rows = await auth.rows(
        "SELECT count(*) AS count FROM signals WHERE signal = :signal", signal=events[0]["signal"]
    )
    assert rows == [{"count": MAX_SHARERS + 1}]


async def test_signal_unseen_for_half_a_year_links_nobody(auth: Service) -> None:
    one = (await a_person(auth)).elsewhere()
    await one.sign_in()
    clock.forward(days=181)
    two = await beside(auth, one.cookies["wangi_device"])
    assert await shared(auth, one, two) == []
    await trimming.trim(auth.database, clock.about_now() + timedelta(hours=1))
    kept = await auth.rows(
        "SELECT DISTINCT user_id FROM signals WHERE user_id IN (:one, :two)", one=one.id, two=two.id
    )
    assert kept == [{"user_id": two.id}]


async def test_signal_of_returning_person_is_published_again(auth: Service) -> None:
    one = (await a_person(auth)).elsewhere()
    await one.sign_in()
    two = await beside(auth, one.cookies["wangi_device"])
    clock.forward(days=100)
    await two.sign_in()
    again = (await shared(auth, one, two))[-1]
    assert (again["userId"], len(await shared(auth, one, two))) == (two.id, 3)
    assert again["seenAt"] > again["since"]


async def test_signal_hashes_are_deleted_with_account(
    auth: Service, neighbours: dict[str, Answering]
) -> None:
    person = await a_person(auth)
    await lives_at(person, HOME)
    kinds = await auth.rows("SELECT kind FROM signals WHERE user_id = :id ORDER BY kind", id=person.id)
    assert [row["kind"] for row in kinds] == ["address", "device"]
    gone = await person.call("DELETE", f"/api/user/{person.id}", json={"password": PASSWORD})
    assert gone.status_code == 200, gone.text
    await erasure.erase_due(auth.app.state.auth)
    assert await auth.rows("SELECT 1 FROM signals WHERE user_id = :id", id=person.id) == []
