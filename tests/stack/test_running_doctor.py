"""What `wangi doctor` says of a service that is not well."""

import asyncio
import contextlib
import io
import os
from unittest import mock

import pytest
from fastapi import FastAPI, Response

from deploy import cli
from deploy.cluster.write import rules
from deploy.doctor import LIMITS
from deploy.local.stack import Stack
from libs.kit.db.migrate import SERVICES
from libs.kit.testing import serve

pytestmark = pytest.mark.servers
WELL = {"outbox_oldest_seconds": 59, "outbox_refused_keys": 0, "inbox_parked_keys": 0, "consumer_lag": 9_999}


def service(figures: dict[str, float], **checks: bool) -> FastAPI:
    """Something that answers an operator as a service does."""
    app = FastAPI()

    @app.get("/readyz")
    async def readyz() -> dict[str, object]:
        return {"checks": {"database": True, "draining": False, "consumer": True} | checks}

    @app.get("/metrics")
    async def metrics() -> Response:
        lines = (
            f'# TYPE {name} gauge\n{name}{{service="a"}} {value}\n{name}{{service="b"}} 0\n'
            for name, value in figures.items()
        )
        return Response("".join(lines), media_type="text/plain")

    return app


@pytest.mark.parametrize(
    ("figures", "checks", "outcome", "words"),
    [
        (WELL, {}, 0, "well"),
        (WELL | {"outbox_oldest_seconds": 61}, {}, 1, "stream.md#outboxold"),
        (WELL | {"outbox_refused_keys": 1}, {}, 1, "stream.md#eventrefused"),
        (WELL | {"inbox_parked_keys": 2}, {}, 1, "messages of 2 keys could not be handled"),
        (WELL | {"consumer_lag": 10_001}, {}, 1, "stream.md#consumerbehind"),
        (WELL | {"revocation_feed_age_seconds": 31}, {}, 1, "accounts.md#revocationfeedsilent"),
        (WELL, {"database": False}, 1, "its database does not answer"),
        (WELL, {"consumer": False}, 1, "nothing to hear yet"),
        (WELL, {"draining": True}, 1, "it is leaving"),
    ],
)
async def test_it_names_what_is_not_well_and_the_runbook(
    stack: Stack, figures: dict[str, float], checks: dict[str, bool], outcome: int, words: str
) -> None:
    async with serve(service(figures, **checks)) as address:
        code, found = await asyncio.to_thread(_doctor, stack, address)
    assert code == outcome
    assert all(words in found[name] for name in SERVICES), found
    assert (found["kafka"], found["redis"]) == ("well", "well")


def test_its_limits_and_runbooks_are_those_of_the_alerts() -> None:
    alerts = {
        rule["alert"].lower(): rule
        for group in rules()["groups"]
        for rule in group["rules"]
        if "alert" in rule
    }
    for limit, _, runbook in LIMITS.values():
        alert = alerts[runbook.partition("#")[2]]
        assert float(alert["expr"].rpartition(" ")[2]) == limit
        assert alert["annotations"]["runbook"].lower() == f"docs/operations/{runbook}"


def _doctor(stack: Stack, address: str) -> tuple[object, dict[str, str]]:
    out = io.StringIO()
    told = stack.parts["gateway"] | {f"{name.upper()}_URL": address for name in SERVICES}
    with (
        mock.patch.dict(os.environ, told | {"DATABASE_URL": "of no use"}),
        contextlib.redirect_stdout(out),
        pytest.raises(SystemExit) as leaving,
    ):
        cli.main(["doctor"])
    return leaving.value.code, {line[:10].strip(): line[11:] for line in out.getvalue().splitlines()}
