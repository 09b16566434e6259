import hashlib
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import event, text

from libs.kit.testing import Service
from services.auth.privacy import erasure
from services.auth.staff import queries as staff_queries
from services.auth.tests.people import PASSWORD, Person, a_person, an_admin, one_of_the_staff, registered
from services.auth.tests.test_erasure import Answering

pytestmark = pytest.mark.servers


USERS = "/api/admin/users"


COUNTED = "SELECT count(*), count(*) FILTER (WHERE is_seller) AS sellers FROM users WHERE erased_at IS NULL"


async def totals(admin: Person) -> tuple[int, int]:
    answers = [await admin.call("GET", f"{USERS}?limit=1{role}") for role in ("", "&role=seller")]
    people, sellers = (int(answer.headers["X-Total-Count"]) for answer in answers)
    return people, sellers


async def test_account_totals_follow_every_change(auth: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """ADM-02"""
    admin = await an_admin(auth)
    people, sellers = await totals(admin)

    person = await a_person(auth)
    assert await totals(admin) == (people + 1, sellers + 1)
    rights = {"isSeller": False, "reason": "a look"}
    await admin.call("PATCH", f"{USERS}/{person.id}/seller-rights", json=rights)
    assert await totals(admin) == (people + 1, sellers)
    await admin.call("PATCH", f"{USERS}/{person.id}/ban", json={"isBanned": True, "reason": "a look"})
    assert await totals(admin) == (people + 1, sellers)

    form = await registered(auth)
    assert await totals(admin) == (people + 2, sellers + 1)
    await auth.http.post("/api/v1/auth/register", json=form)
    assert await totals(admin) == (people + 2, sellers + 1), "a name that is taken"
    async with auth.database.transaction() as session:
        long_ago = "UPDATE users SET created_at = created_at - interval '400 days' WHERE email_key = :email"
        await session.execute(text(long_ago), {"email": form["email"].lower()})
    await erasure.free_names(auth.app.state.auth)

    for name in erasure.ANSWERING:
        monkeypatch.setitem(auth.app.state.calls, name, Answering())
    await person.sign_in()
    gone = await person.call("DELETE", f"/api/user/{person.id}", json={"password": PASSWORD})
    assert gone.status_code == 200
    await erasure.erase_due(auth.app.state.auth)
    (row,) = await auth.rows(COUNTED)
    assert await totals(admin) == (row["count"], row["sellers"])
    assert row["count"] <= people


async def test_account_pages_continue_and_total_is_capped(auth: Service) -> None:
    admin = await an_admin(auth)
    first, second, third = [await a_person(auth, username=f"pages{n}of") for n in range(3)]
    page = await admin.call("GET", f"{USERS}?search=pages&limit=2")
    assert [item["id"] for item in page.json()] == [third.id, second.id]
    assert page.headers["X-Total-Count"] == "3"
    following = page.headers["Link"].split(">")[0].removeprefix("<")
    later = await a_person(auth, username="pages3of")
    page = await admin.call("GET", following)
    assert [item["id"] for item in page.json()] == [first.id], "and who came meanwhile moves nothing"
    assert "Link" not in page.headers
    page = await admin.call("GET", f"{USERS}?search=pages&limit=2&page=2")
    assert [item["id"] for item in page.json()] == [second.id, first.id]
    far = await admin.call("GET", f"{USERS}?limit=200&page=51")
    assert (far.status_code, "cursor" in far.text) == (422, True), far.text
    assert later.id


async def test_short_search_matches_beginnings(auth: Service) -> None:
    admin = await an_admin(auth)
    person = await a_person(auth, username="zqithbegins")
    other = await a_person(auth, username="endswithzq")
    found = [item["id"] for item in (await admin.call("GET", f"{USERS}?search=ZQ")).json()]
    assert person.id in found
    assert other.id not in found
    found = [item["id"] for item in (await admin.call("GET", f"{USERS}?search=thz")).json()]
    assert other.id in found


async def test_whole_address_finds_only_itself(auth: Service) -> None:
    admin = await an_admin(auth)
    one = await a_person(auth, email="sameletters@one.example")
    other = await a_person(auth, email="sameletters@two.example")
    for search, expected in (
        ("sameletters@", [other.id, one.id]), ("SameLetters@one.example", [one.id]), ("letters@two", [other.id]),
        ("sameletters@_ne.example", []), ("sameletters@%.example", []), ("sameletters@three.example", []),
    ):  # fmt: skip
        found = await admin.call("GET", USERS, params={"search": search})
        assert [account["id"] for account in found.json()] == expected, search
        assert found.headers["X-Total-Count"] == str(len(expected))


async def test_very_broad_search_has_no_total(auth: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    admin = await an_admin(auth)
    people = [await a_person(auth, username=f"toomany{n}") for n in range(3)]
    for most, total in ((3, "3"), (2, None)):
        monkeypatch.setattr(staff_queries, "MAX_COUNTED", most)
        answer = await admin.call("GET", f"{USERS}?search=toomany")
        assert answer.headers.get("X-Total-Count") == total
        assert len(answer.json()) == len(people)
        page = await admin.call("GET", f"{USERS}?search=toomany&limit=2&page=2")
        assert ([item["id"] for item in page.json()], page.headers.get("X-Total-Count")) == (
            [people[0].id],
            total,
        )
        page = await admin.call("GET", f"{USERS}?search=toomany&limit=1")
        page = await admin.call("GET", page.headers["Link"].split(">")[0].removeprefix("<"))
        assert ([item["id"] for item in page.json()], page.headers.get("X-Total-Count")) == (
            [people[1].id],
            total,
        )


FOUND_BY = (
    *((staff_queries.AccountFilters(word), "ix_users_search") for word in ("sought7777", "t7777@bench")),
    *((staff_queries.AccountFilters(word), "ix_users_search|uq_users_username_key") for word in ("zq", "8")),
    (staff_queries.AccountFilters("hash:0123456789abcdef0123456789abcdef"), "ix_users_email_hash"),
    (staff_queries.AccountFilters(role="staff"), "ix_users_staff"),
    (staff_queries.AccountFilters(account_status="banned"), "ix_users_banned"),
    (staff_queries.AccountFilters(account_status="suspended"), "ix_users_suspended"),
    (staff_queries.AccountFilters(account_status="verified"), "ix_users_verified"),
)


async def test_no_filter_reads_all_accounts(auth: Service) -> None:
    asked: list[tuple[str, Any]] = []

    def catch(*call: Any) -> None:
        asked.append((call[2], call[3]))

    engine = auth.database.engine.sync_engine
    now = datetime.now(UTC)
    async with auth.database.transaction() as session:
        await session.execute(_MANY)
        await session.execute(text("ANALYZE users"))
        connection = await session.connection()
        for filters, index in FOUND_BY:
            asked.clear()
            event.listen(engine, "before_cursor_execute", catch)
            try:
                await staff_queries.list_page_of_people(session, filters, now, before=None, most=25, skip=0)
            finally:
                event.remove(engine, "before_cursor_execute", catch)
            plans = [
                [row[0] for row in await connection.exec_driver_sql(f"EXPLAIN {statement}", values)]
                for statement, values in asked
            ]
            assert any(re.search(index, line) for line in plans[0]), plans
            assert not any("Seq Scan" in line for line in plans[0]), plans
            assert len(plans) <= 2
            assert all(any("pk_users" in line for line in plan) for plan in plans[1:]), plans
        await session.rollback()


async def test_staff_filter_accounts_by_status(auth: Service) -> None:
    """ADM-05"""
    admin = await an_admin(auth)
    plain = await a_person(auth, username="standsplain")
    banned = await a_person(auth, username="standsbanned")
    paused = await a_person(auth, username="standspaused")
    helper = await one_of_the_staff(auth, "support")
    await admin.call("PATCH", f"{USERS}/{banned.id}/ban", json={"isBanned": True, "reason": "a look"})
    await admin.call("POST", f"{USERS}/{paused.id}/suspend", json={"days": 3, "reason": "a look"})

    async def found(query: str) -> set[int]:
        answer = await admin.call("GET", f"{USERS}?{query}")
        assert answer.status_code == 200, answer.text
        return {item["id"] for item in answer.json()}

    assert await found("search=stands") == {plain.id, banned.id, paused.id}
    assert await found("search=stands&accountStatus=banned") == {banned.id}
    assert await found("search=stands&accountStatus=suspended") == {paused.id}
    assert await found("search=stands&accountStatus=verified") == set()
    assert await found("search=stands&accountStatus=banned&role=seller") == {banned.id}
    assert {admin.id, helper.id} <= await found("role=staff")
    assert not {plain.id, banned.id} & await found("role=staff")
    counted = await admin.call("GET", f"{USERS}?search=stands&accountStatus=banned&limit=1")
    assert counted.headers["X-Total-Count"] == "1"
    await admin.call("POST", f"{USERS}/{paused.id}/suspend", json={"days": 0, "reason": "a look"})
    assert await found("search=stands&accountStatus=suspended") == set()
    assert (await admin.call("GET", f"{USERS}?accountStatus=asleep")).status_code == 422


async def test_account_is_found_by_hash_of_its_address(auth: Service) -> None:
    admin = await an_admin(auth)
    person = await a_person(auth, email="Hashed.Person@Mail.example")
    shown = (await admin.call("GET", f"{USERS}/{person.id}")).json()["emailHash"]
    whole = hashlib.sha256(b"hashed.person@mail.example").hexdigest()
    assert shown == whole[:32]
    for written in (shown, shown.upper(), whole):
        found = (await admin.call("GET", f"{USERS}?search=hash:{written}")).json()
        assert [item["id"] for item in found] == [person.id]
    assert (await admin.call("GET", f"{USERS}?search=hash:{shown[:31]}")).json() == []
    assert (await admin.call("GET", f"{USERS}?search=hash:")).json() == []


_MANY = text("""
    INSERT INTO users (username, username_key, username_look, email, email_key, first_name, last_name)
    SELECT n, n, n, n || '@bench.example', n || '@bench.example', 'A', 'B'
    FROM (SELECT 'sought' || g AS n FROM generate_series(1, 20000) AS g) AS x""")


async def test_staff_see_profile_images(auth: Service) -> None:
    """ADM-05, ROLE-08"""
    support, person, plain = (
        await one_of_the_staff(auth, "support"),
        await a_person(auth),
        await a_person(auth),
    )
    async with auth.database.transaction() as session:
        picture = "UPDATE users SET profile_image = '/media/portraits/a.webp' WHERE id = :id"
        await session.execute(text(picture), {"id": person.id})
    listed = {item["id"]: item for item in (await support.call("GET", f"{USERS}?limit=200")).json()}
    assert listed[person.id]["profileImage"] == "/media/portraits/a.webp"
    assert listed[plain.id]["profileImage"] is None
    needed = {"id", "username", "email", "firstName", "lastName", "isAdmin", "isSeller", "isBanned"}
    assert needed <= listed[person.id].keys()
