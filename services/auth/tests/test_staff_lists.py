import pytest

from libs.kit.testing import Service
from services.auth.tests.people import Person, a_person, an_admin, one_of_the_staff
from tests.support.table_file import lines_in

pytestmark = pytest.mark.servers


async def file_of(staff: Person, query: str = "") -> list[dict[str, str]]:
    answer = await staff.call("GET", f"/api/admin/users/export.csv{query}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="wangi-users.csv"'
    return lines_in(answer)


async def test_account_file_matches_its_page(auth: Service) -> None:
    person, support = await a_person(auth), await one_of_the_staff(auth, "support")
    name = person.form["username"]
    shown = (await support.call("GET", f"/api/admin/users?search={name}")).json()
    found = await file_of(support, f"?search={name}")
    assert [(item["id"], item["username"], item["email"]) for item in found] == [
        (str(item["id"]), item["username"], item["email"]) for item in shown
    ]
    assert (found[0]["seller"], found[0]["banned"], found[0]["suspended until"]) == (
        "yes" if shown[0]["isSeller"] else "no", "no", "",
    )  # fmt: skip
    everyone = [int(item["id"]) for item in await file_of(support)]
    assert everyone == sorted(everyone, reverse=True)
    assert {person.id, support.id} <= set(everyone)
    assert all(item["seller"] == "yes" for item in await file_of(support, "?role=seller"))
    # A refusal reveals nothing.
    assert (await person.call("GET", "/api/admin/users/export.csv")).status_code == 403
    assert await auth.recorded(f"export-{person.id}") == []


async def test_each_account_file_is_recorded_without_its_search(auth: Service) -> None:
    staff = await an_admin(auth)
    await file_of(staff)
    await file_of(staff, "?search=siti%40wangi.example&role=seller&accountStatus=banned")
    context = await auth.recorded(f"export-{staff.id}")
    assert [(item["type"], item["data"]["byAdminId"], item["data"]["filters"]) for item in context] == [
        ("wangi.auth.AccountsExported.v1", staff.id, []),
        ("wangi.auth.AccountsExported.v1", staff.id, ["search", "role", "accountStatus"]),
    ]
    assert "siti" not in str(context)
