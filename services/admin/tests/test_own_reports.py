import itertools
from datetime import UTC, datetime
from typing import Any

import pytest

from libs.contracts.events.messaging import MessageReported
from libs.kit.testing import Service
from services.admin.tests.test_cases import AISYAH, FAKE, OTHER, RAHIM, act, case_about, report

pytestmark = pytest.mark.servers
HIDE: dict[str, Any] = {"decision": "hide", "reason": "harassment", "words": "It is not kind."}
_numbers = itertools.count(176_000)


async def test_moderator_cannot_hide_the_review_they_reported(admin: Service) -> None:
    number = next(_numbers)
    event = MessageReported(
        report_id=number, about_id=OTHER, message_id=None, review_id=number, reporter_id=61, reason="harassment",
        reported_at=datetime.now(UTC),
    )  # fmt: skip
    assert await admin.deliver(event) == ["handled"]
    case = int((await case_about(admin, number))["id"])
    for what, body in (("claim", {}), ("decision", HIDE)):
        refused = await act(admin, case, what, AISYAH, **body)
        assert (refused.status_code, refused.json()["code"]) == (409, "own_case"), what
    assert (await admin.http.get(f"/api/admin/cases/{case}", headers=AISYAH)).json()["decisions"] == []
    page = (await act(admin, case, "decision", RAHIM, **HIDE)).json()
    assert page["case"]["decision"] == "hide"


async def test_one_own_report_among_others_excludes_the_reporter(admin: Service) -> None:
    products = [next(_numbers) for _ in range(2)]
    for product in products:
        await report(admin, product)
    await report(admin, products[0], reporter=61, reports=2)
    own, other = [int((await case_about(admin, product))["id"]) for product in products]
    form = {"act": "dismiss", "ids": [own, other], "reason": "no_breach", "words": "It is what it says."}
    keyed = AISYAH | {"Idempotency-Key": f"dismiss-{own}"}
    done = (await admin.http.post("/api/admin/cases/bulk", json=form, headers=keyed)).json()
    assert [(line["outcome"], line["code"]) for line in done["lines"]] == [
        ("refused", "own_case"),
        ("done", None),
    ]
    assert (await act(admin, own, "decision", RAHIM, **FAKE)).status_code == 200
