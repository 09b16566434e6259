"""Staff do not see who acted on them, reported them or suspected them."""

import itertools
import json
from datetime import UTC, datetime
from typing import Any

import pytest

from libs.contracts.event import Envelope, Event, make_envelope, uuid7
from libs.contracts.events.admin import RiskFlagged
from libs.contracts.events.auth import UserBanned, UserRegistered
from libs.contracts.events.catalog import ListingReported
from libs.contracts.events.staff import ChangedField, MoneyChangedByStaff, OrderChangedByStaff
from libs.kit.http import table_file
from libs.kit.testing import Service, signed_in
from services.admin.audit.service import check_chains
from services.admin.risk.models import RiskPair
from services.admin.subscribers import record_events
from services.admin.tests.test_cases import BUYER, act, case_about, report
from services.admin.tests.test_signals import sharing
from tests.support.table_file import lines_in

pytestmark = pytest.mark.servers
_numbers = itertools.count(8_830_001)
NOW = datetime.now(UTC)
REPORTER, COLLEAGUE = 8_829_001, 8_829_002


def admin_of(user_id: int) -> dict[str, str]:
    return signed_in(user_id, "boss", roles=("admin",))


async def get(admin: Service, path: str, who: int, **params: Any) -> Any:
    answer = await admin.http.get(f"/api/admin/{path}", params=params, headers=admin_of(who))
    assert answer.status_code == 200, answer.text
    return answer.json()


def events_about(user_id: int) -> list[Event]:
    pair = next(_numbers)
    change: dict[str, Any] = {
        "by_admin_id": COLLEAGUE, "about_id": next(_numbers), "party_ids": [next(_numbers), user_id],
        "fields": [ChangedField(name="status", before="processing", after="shipped")], "reason": None,
        "case_id": None, "request_id": None, "done_at": NOW,
    }  # fmt: skip
    return [
        UserBanned(user_id=user_id, by_admin_id=COLLEAGUE, banned_at=NOW),
        ListingReported(
            product_id=next(_numbers), seller_id=user_id, reason="counterfeit", reports=1,
            reporter_id=REPORTER, reported_at=NOW,
        ),
        RiskFlagged.model_validate(
            {
                "pair_id": pair, "bidder_id": next(_numbers), "seller_id": user_id, "kind": "bids", "step": 1,
                "score_percent": 80, "level": "hold", "flagged_at": NOW,
                "reasons": [{"code": "never_wins", "figure": 0, "of": 6}],
            }
        ),
        OrderChangedByStaff(change_id=uuid7(), act="set_status", **change),
        MoneyChangedByStaff(change_id=uuid7(), act="decide_dispute", about_kind="deal", **change),
    ]  # fmt: skip


async def write(admin: Service, events: list[Event]) -> None:
    async with admin.database.transaction() as session:
        await record_events([make_envelope(event, 1) for event in events], session)


async def test_audit_log_hides_who_acted_on_or_reported_the_reader(admin: Service) -> None:
    reader, other = next(_numbers), next(_numbers)
    own_act = UserBanned(user_id=other, by_admin_id=reader, banned_at=NOW)
    plain = UserRegistered(user_id=reader, is_seller=True, registered_at=NOW)
    await write(admin, [*events_about(reader), own_act, plain])
    shown = await get(admin, "audit", reader, limit=7)
    assert [item["isHidden"] for item in shown] == [False] * 2 + [True] * 5
    assert [(item["eventId"], item["subject"], item["byName"], item["data"]) for item in shown[2:]] == [
        ("", "", "", {})
    ] * 5
    assert all(item["eventId"] and item["subject"] and item["data"] for item in shown[:2])
    seen = await get(admin, "audit", other, limit=7)
    assert [item["isHidden"] for item in seen] == [False, True, *[False] * 5]
    assert {item["data"].get("reporterId") for item in seen} >= {REPORTER}
    answer = await admin.http.get("/api/admin/audit/export.csv", headers=admin_of(reader))
    lines = lines_in(answer)[:7]
    assert [json.loads(line["data"]) == {} for line in lines] == [False] * 2 + [True] * 5
    assert all(line["hash"] for line in lines)
    chain = await get(admin, "audit/chain", reader)
    assert (chain["isWhole"], chain["faults"]) == (True, [])
    assert (await check_chains(admin.database)).is_whole


async def test_audit_log_hides_who_decided_the_case_about_the_reader(admin: Service) -> None:
    reader, product = next(_numbers), next(_numbers)
    await report(admin, product, seller_id=reader)
    case_id = (await case_about(admin, product))["id"]
    dismissed: dict[str, Any] = {"decision": "dismiss", "reason": "no_breach", "words": "It is what it says."}
    answers = [await act(admin, case_id, "claim"), await act(admin, case_id, "decision", **dismissed)]
    assert [answer.status_code for answer in answers] == [200, 200]
    rows = await admin.rows("SELECT payload FROM outbox ORDER BY id")
    events = [Envelope.model_validate_json(row["payload"]) for row in rows]
    changes = [item for item in events if item.type.split(".")[2] == "PlatformChangedByStaff"][-2:]
    assert [item.data["act"] for item in changes] == ["claim_case", "decide_case"]
    async with admin.database.transaction() as session:
        await record_events(changes, session)
    for who, is_hidden in ((reader, True), (REPORTER, False)):
        shown = await get(admin, "audit", who, limit=2)
        assert [item["isHidden"] for item in shown] == [is_hidden] * 2
        assert [item["data"] == {} for item in shown] == [is_hidden] * 2


async def test_filters_do_not_reveal_who_acted_on_the_reader(admin: Service) -> None:
    reader, other = next(_numbers), next(_numbers)
    await write(admin, events_about(reader))
    ways: list[dict[str, Any]] = [{"byAdminId": COLLEAGUE}, {"source": "auth", "subject": str(reader)}]
    for filters in ways:
        assert [item for item in await get(admin, "audit", reader, **filters) if item["isHidden"]] == []
        assert len(await get(admin, "audit", other, **filters)) >= 1
        answer = await admin.http.get("/api/admin/audit/export.csv", params=filters, headers=admin_of(reader))
        assert str(reader) not in answer.text


async def test_pages_and_export_continue_after_omitted_entries(
    admin: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, other = next(_numbers), next(_numbers)
    banned = [
        UserBanned(user_id=user_id, by_admin_id=COLLEAGUE, banned_at=NOW) for user_id in (other, reader)
    ]
    await write(admin, list(banned))
    monkeypatch.setattr(table_file, "LINES_AT_ONCE", 1)
    path = f"/api/admin/audit/export.csv?byAdminId={COLLEAGUE}"
    answer = await admin.http.get(path, headers=admin_of(reader))
    assert lines_in(answer)[0]["about"] == str(other)
    (first,) = await get(admin, "audit", reader, byAdminId=COLLEAGUE, limit=1)
    assert first["subject"] == str(other), "a page with nothing would say what was left out"


@pytest.mark.parametrize("state", ["open", "released"])
@pytest.mark.parametrize("side", ["bidder_id", "seller_id"])
async def test_risk_list_omits_pairs_of_the_reader(admin: Service, state: str, side: str) -> None:
    reader, other = next(_numbers), next(_numbers)
    pair = {"bidder_id": other, "seller_id": other} | {side: reader}
    async with admin.database.transaction() as session:
        row = RiskPair(
            bidder_id=pair["bidder_id"], seller_id=pair["seller_id"], kind="bids", score=100, level="hold",
            reasons=[], state=state, flagged_at=NOW, decided_at=None if state == "open" else NOW,
        )  # fmt: skip
        session.add(row)
        await session.flush()
        pair_id = row.known_id

    async def listed(path: str, who: int, **params: Any) -> list[int]:
        return [item["id"] for item in (await get(admin, path, who, **params))["pairs"]]

    assert pair_id not in await listed("risk", reader, state=state)
    assert pair_id in await listed("risk", REPORTER, state=state)
    assert pair_id not in await listed(f"risk/about/{other}", reader)
    assert pair_id in await listed(f"risk/about/{other}", REPORTER)


async def test_linked_accounts_of_the_reader_are_refused_and_left_out(admin: Service) -> None:
    reader, other = next(_numbers), next(_numbers)
    await admin.deliver(*sharing(reader, other, signal=next(_numbers)))
    own = await admin.http.get(f"/api/admin/risk/links/{reader}", headers=admin_of(reader))
    assert (own.status_code, own.json()["code"]) == (409, "own_case")
    assert (await get(admin, f"risk/links/{other}", reader))["accounts"] == []
    (link,) = (await get(admin, f"risk/links/{other}", REPORTER))["accounts"]
    assert link["person"]["id"] == reader


async def test_lists_of_cases_leave_out_cases_about_the_reader(admin: Service) -> None:
    reader, product = next(_numbers), next(_numbers)
    await report(admin, product, seller_id=reader)
    case_id = (await case_about(admin, product))["id"]
    page = await get(admin, "cases", reader)
    assert case_id not in [case["id"] for case in page["cases"]]
    reported = (await get(admin, f"cases/about/{BUYER}", reader))["reported"]
    assert case_id not in [item["case"]["id"] for item in reported]
    reported = (await get(admin, f"cases/about/{BUYER}", REPORTER))["reported"]
    assert case_id in [item["case"]["id"] for item in reported]
    dismissed: dict[str, Any] = {"decision": "dismiss", "reason": "no_breach", "words": "It is what it says."}
    assert (await act(admin, case_id, "decision", **dismissed)).status_code == 200
    page = await get(admin, "cases", reader, state="closed")
    assert case_id not in [case["id"] for case in page["cases"]]
