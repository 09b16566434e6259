from datetime import UTC, datetime

import pytest

from libs.contracts.events.evidence import SamePictureFound
from libs.kit.testing import Service, signed_in

pytestmark = pytest.mark.servers
STAFF = signed_in(61, "aisyah", roles=("admin",))


async def deliver_same_picture(admin: Service, product: int, *, other: int, found: int) -> list[str]:
    event = SamePictureFound(
        product_id=product,
        seller_id=7801,
        other_product_id=other,
        other_seller_id=7802,
        distance=2,
        found=found,
        found_at=datetime.now(UTC),
    )
    return await admin.deliver(event, version=found)


async def test_same_photograph_opens_one_case_with_its_own_reason(
    admin: Service,
) -> None:
    assert await deliver_same_picture(admin, 78_001, other=78_000, found=1) == ["handled"]
    assert await deliver_same_picture(admin, 78_001, other=77_999, found=2) == ["handled"]
    cases = (await admin.http.get("/api/admin/cases/about/7801", headers=STAFF)).json()["cases"]
    (case,) = [item for item in cases if item["subjectId"] == 78_001]
    assert (case["reportedFor"], case["reports"], case["about"]["id"]) == ("same_photos", 2, 7801)
    page = (await admin.http.get(f"/api/admin/cases/{case['id']}", headers=STAFF)).json()
    assert [(item["reporter"], item["reason"]) for item in page["filed"]] == [(None, "same_photos")] * 2
    assert set(page["decisions"]) == {"dismiss", "take_down", "warn", "suspend"}
