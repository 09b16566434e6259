import asyncio
import json
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from gateway.http.api_keys import PATH, QUOTA
from gateway.tests.harness import Harness, open_harness
from libs.contracts.scopes import SCOPES
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.tests.keyholders import a_key, own_keys, rotated
from services.auth.tests.people import Person, a_person

pytestmark = pytest.mark.servers
PAGE = (Path(__file__).resolve().parents[2] / "docs/integrators.md").read_text()
ME = "/api/v1/auth/me"
FORWARDED = (ME, "/api/notifications/read")


@pytest.fixture
async def harness(auth: Service) -> AsyncIterator[Harness]:
    async def forward(request: web.Request) -> web.StreamResponse:
        named = {
            name: request.headers[name]
            for name in ("Authorization", "Content-Type")
            if name in request.headers
        }
        secret = auth.app.state.settings.internal_secret.get_secret_value()
        headers = named | ({"X-Internal-Secret": secret} if request.path == PATH else {})
        auth.http.cookies.clear()
        answer = await auth.http.request(
            request.method, request.raw_path, content=await request.read(), headers=headers
        )
        return web.Response(body=answer.content, status=answer.status_code, content_type="application/json")

    async with open_harness() as opened:
        opened.gateway.verifier.keys.pin(auth.app.state.auth.keys.public_keys)
        opened.services.answers |= dict.fromkeys((PATH, *FORWARDED), forward)
        yield opened


async def call(harness: Harness, key: str, path: str = ME) -> tuple[int, Any]:
    headers = {"Authorization": f"Bearer {key}"}
    async with harness.http.get(harness.address + path, headers=headers) as answer:
        return answer.status, json.loads(await answer.read())


def commands() -> list[str]:
    return [block for block in re.findall(r"```sh\n(.*?)```", PAGE, re.S) if block.startswith("curl -sS ")]


async def run(command: str, harness: Harness, key: str) -> Any:
    names = {"WANGI": harness.address, "WANGI_KEY": key, "PATH": os.environ["PATH"]}
    process = await asyncio.create_subprocess_exec(
        "sh", "-c", command, stdout=asyncio.subprocess.PIPE, env=names
    )
    printed, _ = await process.communicate()
    assert process.returncode == 0, command
    return json.loads(printed)


async def test_integrator_guide_works_as_written(auth: Service, harness: Harness) -> None:
    person = await a_person(auth)
    key = (await a_key(person, scopes=["read", "account:read", "account:write"]))["secret"]
    listings, me, notifications, refused = [await run(command, harness, key) for command in commands()]
    assert listings["target"] == "/api/products?limit=3"
    assert me["id"] == person.id
    assert notifications == {"success": True}
    shown = json.loads(re.findall(r"```json\n(.*?)```", PAGE, re.S)[0])
    assert refused | {"requestId": ""} == shown | {"requestId": ""}


def test_integrator_guide_names_scopes_and_quota() -> None:
    assert re.findall(r"^\| `([a-z:]+)` \|", PAGE.split("## Scopes")[1], re.M) == list(SCOPES)
    assert f"{QUOTA.calls:,} calls a minute" in PAGE


async def test_rotated_revoked_or_expired_key_stops_at_gateway(
    auth: Service, harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gateway.http.api_keys.KEPT_SECONDS", 0.0)
    monkeypatch.setattr("gateway.http.api_keys.REFUSED_SECONDS", 0.0)
    person = await a_person(auth)
    revoked, replaced, over = [
        await a_key(person, name=name, days=days) for name, days in (("a", 9), ("b", 9), ("c", 1))
    ]
    secrets = [item["secret"] for item in (revoked, replaced, over)]
    assert [(await call(harness, secret))[0] for secret in secrets] == [200, 200, 200]
    fresh = await rotated(person, replaced["key"]["id"], end_now=True)
    await person.call("DELETE", f"{own_keys(person)}/{revoked['key']['id']}")
    clock.forward(days=1, seconds=1)
    answers = [await call(harness, secret) for secret in secrets]
    assert {(status, body["code"]) for status, body in answers} == {(401, "invalid_api_key")}
    assert (await call(harness, fresh["secret"]))[1]["id"] == person.id


async def test_no_key_manages_keys(auth: Service, harness: Harness) -> None:
    person: Person = await a_person(auth)
    key = (await a_key(person, scopes=list(SCOPES)))["secret"]
    status, body = await call(harness, key, own_keys(person))
    assert (status, body["code"]) == (403, "not_for_api_keys")
