import asyncio
import contextlib
import io
import os
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any
from unittest import mock

import pytest
from fastapi import FastAPI, Header, HTTPException

from deploy import cli
from deploy.doctor import MAX_BEHIND, OLDEST_SECONDS
from deploy.local.stack import Stack
from libs.contracts.services import SERVICES
from libs.kit.testing import serve
from tools.manifests.write import rules

pytestmark = pytest.mark.servers
WELL = {
    "outboxWaiting": 3,
    "oldestWaitingAt": None,
    "refusedKeys": 0,
    "parkedKeys": 0,
    "consumerLag": 9_999,
    "jobs": [{"name": "keep_trimming", "lastAt": None, "waitsSince": None}],
}
LONG_AGO = (datetime.now(UTC) - timedelta(seconds=90)).isoformat()
SOON = (datetime.now(UTC) + timedelta(hours=1)).isoformat()


def service(health: dict[str, Any], secret: str) -> FastAPI:
    app = FastAPI()

    @app.get("/internal/health")
    async def answer(x_internal_secret: Annotated[str, Header()]) -> dict[str, Any]:
        if x_internal_secret != secret:
            raise HTTPException(403)
        return health

    return app


@pytest.mark.parametrize(
    ("changes", "outcome", "words"),
    [
        ({}, 0, "well"),
        ({"oldestWaitingAt": SOON}, 0, "well"),
        ({"oldestWaitingAt": LONG_AGO}, 1, "stream.md#outboxold"),
        ({"refusedKeys": 1}, 1, "stream.md#eventrefused"),
        ({"parkedKeys": 2}, 1, "messages of 2 keys could not be handled"),
        ({"consumerLag": 10_001}, 1, "stream.md#consumerbehind"),
        ({"consumerLag": None}, 1, "nothing to consume yet"),
        ({"jobs": [{"name": "close", "lastAt": None, "waitsSince": LONG_AGO}]}, 1, "close waits since"),
    ],
)
async def test_doctor_names_problems_and_runbooks(
    stack: Stack, changes: dict[str, Any], outcome: int, words: str
) -> None:
    secret = stack.parts["gateway"]["INTERNAL_SECRET"]
    async with serve(service(WELL | changes, secret)) as address:
        code, found = await asyncio.to_thread(_doctor, stack, address)
    assert code == outcome
    assert all(words in found[name] for name in SERVICES), found
    assert (found["kafka"], found["redis"]) == ("well", "well")


async def test_doctor_reports_unknown_if_it_cannot_ask(stack: Stack) -> None:
    async with serve(service(WELL, "another secret")) as address:
        code, found = await asyncio.to_thread(_doctor, stack, address)
    assert code == 2
    assert all(found[name].startswith("not known: ") for name in SERVICES), found


def test_doctor_limits_match_alerts() -> None:
    alerts = {
        rule["alert"]: float(rule["expr"].rpartition(" ")[2])
        for group in rules()["groups"]
        for rule in group["rules"]
        if rule["alert"] in ("OutboxOld", "ConsumerBehind")
    }
    assert alerts == {"OutboxOld": OLDEST_SECONDS, "ConsumerBehind": MAX_BEHIND}


def _doctor(stack: Stack, address: str) -> tuple[object, dict[str, str]]:
    out = io.StringIO()
    environment = stack.parts["gateway"] | {f"{name.upper()}_URL": address for name in SERVICES}
    with (
        mock.patch.dict(os.environ, environment | {"DATABASE_URL": "of no use"}),
        contextlib.redirect_stdout(out),
        pytest.raises(SystemExit) as leaving,
    ):
        cli.main(["doctor"])
    return leaving.value.code, {line[:10].strip(): line[11:] for line in out.getvalue().splitlines()}
