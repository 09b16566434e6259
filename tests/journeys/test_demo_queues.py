from collections import Counter
from datetime import UTC, datetime
from typing import Any

import pytest

from deploy.demo.queue_client import rows
from deploy.demo.queue_risk import AGAIN, BANNED, TAKEN, TWINS
from deploy.demo.queues import Queues
from deploy.demo.shop import FINANCE, SECOND_MODERATOR
from deploy.demo.shop_client import Shop, with_shop
from deploy.local import environment
from deploy.local.stack import Stack
from libs.kit.testing import until

pytestmark = pytest.mark.servers
STAFF = SECOND_MODERATOR[0]
# Other tests may have decided one or added more.
DOZEN = 10
REPORTED = ("listing", "message", "review", "person", "purchase")
# These are appealed in the queues of reports.
APPEALED = ("listing", "message", "review", "sanction")


class Reader:
    def __init__(self, shop: Shop) -> None:
        self._shop = shop

    async def get(self, service: str, path: str, who: str = STAFF) -> Any:
        status, shown = await self._shop.post(service, path, None, who, method="GET")
        assert status == 200, shown
        return shown

    async def cases(self, kind: str, state: str) -> list[dict[str, Any]]:
        return await rows(self._shop, "admin", f"/api/admin/cases?kind={kind}&state={state}", "cases", STAFF)

    async def payments(self) -> list[dict[str, Any]]:
        path = "/api/admin/cases/payments?state=waiting"
        return await rows(self._shop, "admin", path, "cases", FINANCE[0])


async def test_demo_has_a_dozen_cases_of_each_kind_and_one_risk_each(
    platform: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.environment_of_part(platform.state, "setup").items():
        monkeypatch.setenv(name, value)
    seen: dict[str, Any] = {}
    cases: dict[tuple[str, str], list[dict[str, Any]]] = {}

    async def look(shop: Shop) -> None:
        assert await Queues(shop).fill()
        assert not await Queues(shop).fill(), "a second start fills nothing"
        reader = Reader(shop)

        async def are_consumed() -> bool:  # Admin consumes the last events later.
            shown = [await reader.cases(kind, "waiting") for kind in REPORTED]
            return all(len(item) >= DOZEN for item in shown)

        await until(are_consumed)
        for kind in {*REPORTED, *APPEALED, "strike"}:
            for state in ("waiting", "closed"):
                cases[kind, state] = await reader.cases(kind, state)
        seen["payments"] = await reader.payments()
        seen["disputes"] = await rows(shop, "boost", "/api/admin/boost/disputes?state=open", "disputes")
        seen["risk"] = await rows(shop, "admin", "/api/admin/risk?state=open", "pairs")
        again = shop.ids[AGAIN]
        seen["links"] = await reader.get("admin", f"/api/admin/risk/links/{again}")

    await with_shop(look)
    states = {
        kind: Counter(case["state"] for case in cases[kind, "waiting"]) for kind in {*REPORTED, *APPEALED}
    }
    for kind in REPORTED:
        assert states[kind]["open"] + states[kind]["claimed"] >= DOZEN, kind
    for kind in APPEALED:
        assert states[kind]["appealed"] >= DOZEN, kind
    assert len(cases["strike", "waiting"]) + len(cases["strike", "closed"]) >= DOZEN
    assert len(seen["payments"]) >= DOZEN
    assert len(seen["disputes"]) >= DOZEN - 1
    for kind in ("listing", "message", "review", "person", "sanction"):
        waiting, now = cases[kind, "waiting"], datetime.now(UTC)
        assert {datetime.fromisoformat(item["dueAt"]) < now for item in waiting} == {True, False}, kind
        assert any(item["claimedBy"] for item in waiting), kind
        assert cases[kind, "closed"], kind
    found = {(item["kind"], item["bidder"]["username"]): item for item in seen["risk"]}
    assert found["takeover", TAKEN.username]["level"] == "hold"
    assert found["deals", TWINS[0].username]["seller"]["username"] == TWINS[1].username
    linked = {account["person"]["username"]: account["signals"] for account in seen["links"]["accounts"]}
    assert {item["kind"] for item in linked[BANNED]} >= {"address"}
