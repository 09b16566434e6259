from datetime import timedelta
from typing import Any

import pytest

from libs.kit.process import clock
from libs.kit.testing import signed_in
from services.boost.boosts.rules import MALAYSIA
from services.boost.staff import routes as staff_routes
from services.boost.tests.till import Till

pytestmark = pytest.mark.servers
PATH = "/e-invoices"


async def test_e_invoices_of_a_period_are_paged_with_refunds(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staff_routes, "E_INVOICE_PAGE", 2)
    clock.forward(days=40)  # No other test pays on this day.
    day = clock.about_now().astimezone(MALAYSIA).date()
    orders = [await till.paid([listing]) for listing in await till.listings(3)]
    await till.staff("post", f"/orders/{orders[0]['orderId']}/refund", json={"reason": "A mistake"})
    found: list[dict[str, Any]] = []
    cursor: str | None = ""
    while cursor is not None:
        page = await till.staff(
            "get", f"{PATH}?from={day}&to={day}" + (f"&cursor={cursor}" if cursor else "")
        )
        found += page["invoices"]
        cursor = page["next"]
    assert [item["invoiceNumber"] for item in found] == [order["receiptNumber"] for order in orders]
    first = found[0]
    assert (first["buyerId"], first["issueDate"], first["currency"]) == (till.seller, str(day), "MYR")
    assert first["totalExcludingTax"] + first["totalTaxAmount"] == first["totalIncludingTax"] == 1000
    assert (first["lines"][0]["taxType"], first["paidAmount"], first["creditUsed"]) == ("06", 1000, 0)
    assert [(refund["amount"], refund["kind"]) for refund in first["refunds"]] == [(1000, "staff")]
    assert found[1]["refunds"] == []
    before = day - timedelta(days=2)
    assert (await till.staff("get", f"{PATH}?from={before}&to={before}"))["invoices"] == []


@pytest.mark.parametrize(
    "span", ["from=2026-01-02&to=2026-01-01", "from=2025-01-01&to=2026-06-01", "from=x&to=y"]
)
async def test_e_invoice_export_is_limited_to_a_year_and_staff(till: Till, span: str) -> None:
    path = f"/api/admin/boost{PATH}?{span}"
    staff = signed_in(7, "staff", roles=("admin",))
    assert (await till.boost.http.get(path, headers=staff)).status_code == 422
    assert (await till.boost.http.get(path, headers=till.me)).status_code == 403
