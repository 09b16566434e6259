from uuid import uuid4

import pytest

from libs.kit.testing import Service
from services.auth.tests.people import a_person, an_admin

pytestmark = pytest.mark.servers
PATH = "/api/admin/users/bulk"
SUSPEND = {"act": "suspend", "days": 7, "reason": "Sent no parcels to five buyers."}


async def test_bulk_suspension_skips_admins(auth: Service) -> None:
    admin, other = await an_admin(auth), await an_admin(auth)
    people = [await a_person(auth) for _ in range(2)]
    ids = [people[0].id, other.id, people[1].id, 999_999_999]
    looked = (await admin.call("POST", f"{PATH}/preview", json={"ids": ids} | SUSPEND)).json()["lines"]
    assert [(item["outcome"], item["code"]) for item in looked] == [
        ("possible", None), ("refused", "admin_not_bannable"), ("possible", None), ("refused", "not_found"),
    ]  # fmt: skip
    assert [event["type"].split(".")[2] for event in await auth.recorded(people[0].id)].count(
        "UserSuspended"
    ) == 0
    key = {"Idempotency-Key": str(uuid4())}
    for _ in range(2):
        answer = await admin.call("POST", PATH, json={"ids": ids} | SUSPEND, headers=key)
        assert answer.status_code == 200, answer.text
        done = answer.json()
        assert [line["outcome"] for line in done["lines"]] == ["done", "refused", "done", "refused"]
    for person in people:
        context = [event["type"].split(".")[2] for event in await auth.recorded(person.id)]
        assert context.count("UserSuspended") == 1
        (linked,) = await auth.recorded(f"batch-{done['batchId']}-{person.id}")
        assert (linked["data"]["act"], linked["data"]["byAdminId"]) == ("suspend", admin.id)
        page = (await admin.call("GET", f"/api/admin/users/{person.id}")).json()
        assert [(act["act"], act["reason"]) for act in page["acts"]] == [("suspend", SUSPEND["reason"])]
    lift = {"ids": ids[:1], "act": "lift", "reason": "They sent them."}
    lifted = await admin.call("POST", PATH, json=lift, headers={"Idempotency-Key": str(uuid4())})
    assert lifted.json()["lines"][0]["outcome"] == "done"
    shown = (await admin.call("GET", f"/api/admin/users/{people[0].id}")).json()
    assert shown["account"]["suspendedUntil"] is None


async def test_bulk_account_actions_are_bounded_and_for_moderators(auth: Service) -> None:
    admin, person = await an_admin(auth), await a_person(auth)
    key = {"Idempotency-Key": str(uuid4())}
    wrong: list[dict[str, object]] = [
        {"ids": list(range(1, 102))}, {"ids": []}, {"days": 0}, {"days": None}, {"reason": ""},
        {"act": "ban"}, {"act": "lift", "days": 3},
    ]  # fmt: skip
    for change in wrong:
        form = {"ids": [person.id]} | SUSPEND | change
        assert (await admin.call("POST", PATH, json=form, headers=key)).status_code == 422, change
    assert (
        await person.call("POST", PATH, json={"ids": [person.id]} | SUSPEND, headers=key)
    ).status_code == 403
