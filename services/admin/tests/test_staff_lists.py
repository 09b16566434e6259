"""An admin takes the record as a file; that they did stands in it too."""

import json

import pytest

from libs.kit.testing import Service, signed_in
from services.admin.tests.test_audit import record_acts
from tests.support.table_file import lines_in

pytestmark = pytest.mark.servers
ADMIN = signed_in(8_802, "boss", roles=("admin",))


async def test_the_file_has_the_newest_entries_as_the_page_shows_them(admin: Service) -> None:
    await record_acts(admin, 3)
    answer = await admin.http.get("/api/admin/audit/export.csv", headers=ADMIN)
    lines = lines_in(answer)
    shown = (await admin.http.get("/api/admin/audit", params={"limit": 3}, headers=ADMIN)).json()
    assert [(int(one["id"]), one["type"], json.loads(one["data"])) for one in lines[:3]] == [
        (one["id"], one["type"], one["data"]) for one in shown
    ]
    assert all(one["hash"] for one in lines[:3])
    (fact,) = await admin.recorded("export-8802")
    assert fact["type"] == "wangi.admin.RecordExported.v1"
    for role in ("moderator", "finance", "support"):
        other = signed_in(8_803, "nurul", roles=(role,))
        assert (await admin.http.get("/api/admin/audit/export.csv", headers=other)).status_code == 403
