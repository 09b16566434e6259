"""Staff takes the list of listings as a file; no name of a listing runs in it, and it is recorded."""

import pytest

from libs.kit.testing import Service, signed_in
from services.catalog.tests.makers import FARID, listed
from tests.support.table_file import lines_in

pytestmark = pytest.mark.servers
SUPPORT = signed_in(8_801, "nurul", roles=("support",))


async def test_the_file_has_all_listings_in_any_state_and_runs_nothing(catalog: Service) -> None:
    seller = signed_in(71, "farid", roles=("seller",))
    first = await listed(catalog, seller)
    evil = await listed(catalog, seller, name='=HYPERLINK("https://evil.example")', price=1234.5)
    await catalog.http.post(f"/api/products/{first['id']}/archive", headers=seller)
    answer = await catalog.http.get("/api/admin/products/export.csv", headers=SUPPORT)
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    lines = lines_in(answer)
    newest, before = [one for one in lines if int(one["id"]) in (first["id"], evil["id"])]
    assert (newest["name"], newest["price (RM)"], newest["status"]) == (
        '\'=HYPERLINK("https://evil.example")', "1234.50", "active",
    )  # fmt: skip
    assert (before["id"], before["status"], before["seller id"]) == (str(first["id"]), "archived", "71")
    (fact,) = await catalog.recorded("export-8801")
    assert fact["type"] == "wangi.catalog.ListingsExported.v1"
    assert (await catalog.http.get("/api/admin/products/export.csv", headers=FARID)).status_code == 403
