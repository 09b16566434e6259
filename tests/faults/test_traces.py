import json
import os

import aiohttp
import pytest

from libs.kit.testing import until
from tests.faults.collector import Collector
from tests.faults.platform import Platform

pytestmark = [pytest.mark.servers, pytest.mark.slow]
PASSWORD = "a-long-password-7"
PATH = "/api/v1/auth/register"
CONSUMERS = ("catalog", "auction", "messaging", "boost", "admin")


async def test_trace_of_a_click_covers_every_service(
    platform: Platform, collector: Collector, http: aiohttp.ClientSession
) -> None:
    trace_id = os.urandom(16).hex()
    form = {
        "username": f"traced{trace_id[:8]}", "email": f"{trace_id}@wangi.example", "password": PASSWORD,
        "firstName": "Tara", "lastName": "Tan",
    }  # fmt: skip
    headers = {"traceparent": f"00-{trace_id}-{os.urandom(8).hex()}-01"}
    async with http.post(f"http://{platform.gateway_address}{PATH}", json=form, headers=headers) as answer:
        assert answer.status == 201, await answer.text()
    consumed = {(f"wangi-{name}", "handle wangi.auth.UserRegistered.v1") for name in CONSUMERS}
    wanted = {("wangi-gateway", f"POST {PATH}"), ("wangi-auth", f"POST {PATH}"), *consumed}

    async def all_came() -> bool:
        return wanted <= collector.of_trace(trace_id)

    await until(all_came)
    lines = (platform.state / "logs" / "auth.log").read_text().splitlines()
    assert PATH in {json.loads(line).get("route") for line in lines if trace_id in line}
