from typing import Any

import pytest

from deploy.demo.queue_client import rows
from deploy.demo.ring import AUCTIONS
from deploy.demo.shop import DRIVEN_UP, SECOND_MODERATOR, SHILL
from deploy.demo.shop_client import Shop, with_shop
from deploy.local import environment
from deploy.local.stack import Stack
from libs.kit.testing import until

pytestmark = pytest.mark.servers
# The auctions end two minutes after their last bid.
PATIENCE = 240.0


async def test_demo_ring_is_found_by_bids_and_its_payout_held(
    platform: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.environment_of_part(platform.state, "setup").items():
        monkeypatch.setenv(name, value)
    found: dict[str, Any] = {}

    async def look(shop: Shop) -> None:
        staff = SECOND_MODERATOR[0]
        for name in (staff, SHILL[0]):
            await shop.stay_signed_in(name)

        async def flagged() -> bool:
            await shop.stay_signed_in(staff)
            pairs = await rows(shop, "admin", "/api/admin/risk?state=open", "pairs", staff)
            found.update({pair["bidder"]["username"]: pair for pair in pairs})
            return bool(found.get(SHILL[0], {}).get("isMoneyHeld"))

        await until(flagged, PATIENCE)
        _, orders = await shop.post("messaging", "/api/orders?role=buyer", None, SHILL[0], method="GET")
        path = f"/api/admin/boost/disputes/{orders[0]['id']}"

        async def held() -> bool:
            _, found["deal"] = await shop.post("boost", path, None, staff, method="GET")
            return bool(found["deal"]["payoutHold"])

        await until(held)

    await with_shop(look)
    pair = found[SHILL[0]]
    assert pair["seller"]["username"] == DRIVEN_UP.username
    won = next((reason for reason in pair["reasons"] if reason["code"] == "never_wins"), None)
    assert won is not None
    assert (won["figure"], won["of"]) == (0, AUCTIONS)
    assert found["deal"]["payoutHold"]["isConfirmed"] is False
    rivals = {name for name, one in found.items() if name.startswith("demo_") and one["kind"] == "bids"}
    assert rivals == {SHILL[0]}, "who bids in good faith is not found"
