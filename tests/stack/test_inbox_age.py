import re

import asyncpg
import pytest
import yaml

from deploy.local.stack import Stack
from libs.contracts.services import SERVICES
from libs.contracts.topics import INBOX_DAYS
from tests.k8s.rendered_manifests import K8S

WROTE = "INSERT INTO inbox (consumer, event_id, handled_at) VALUES ('age', $1, now() - $2::int * interval '1 day')"


@pytest.mark.servers
@pytest.mark.parametrize("service", SERVICES)
async def test_inbox_is_kept_as_long_as_promised(service: str, stack: Stack) -> None:
    owner = await asyncpg.connect(stack.admin_url.rsplit("/", 1)[0] + "/wangi")
    try:
        await owner.execute(f"SET search_path = {service}")
        for name, days in (("known", INBOX_DAYS - 1), ("forgotten", INBOX_DAYS + 1)):
            await owner.execute(WROTE, name, days)
        await owner.execute("SELECT keep_tables(7)")
        left = await owner.fetch("SELECT event_id FROM inbox WHERE consumer = 'age'")
        assert [row["event_id"] for row in left] == ["known"]
    finally:
        await owner.execute("DELETE FROM inbox WHERE consumer = 'age'")
        await owner.close()


def test_restored_service_recognises_repeated_events() -> None:
    archive = (K8S / "components/postgres-archive/archive.yaml").read_text()
    store = next(item for item in yaml.safe_load_all(archive) if item["kind"] == "ObjectStore")
    kept = re.fullmatch(r"(\d+)d", store["spec"]["retentionPolicy"])
    assert kept is not None
    assert int(kept[1]) + 1 < INBOX_DAYS
