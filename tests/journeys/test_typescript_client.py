import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from deploy.local.stack import Stack
from gateway.tests.http.test_typescript_client import compile_client
from libs.kit.testing import PATIENCE
from tests.journeys.browser import Browser
from tools.clients_typescript import FOLDER

pytestmark = [pytest.mark.servers, pytest.mark.journey, pytest.mark.slow]
PROGRAM = Path(__file__).with_name("follow_and_bid.ts")


def built(folder: Path) -> Path:
    shutil.copytree(FOLDER.parent, folder / "project")
    shutil.copy(PROGRAM, folder / "project/src/program.ts")
    compile_client(folder / "project", folder / "out")
    (folder / "out/package.json").write_text('{"type": "module"}')
    return folder / "out/program.js"


async def key_of(person: Browser, *scopes: str) -> str:
    form = {"name": "TypeScript", "scopes": list(scopes), "password": person.password}
    status, made = await person.post(f"/api/v1/user/{person.id}/api-keys", form)
    assert status == 201, made
    return str(made["secret"])


async def test_typescript_program_follows_bids_and_handles_codes(
    platform: Stack, seller: Browser, plain: Browser, tmp_path: Path
) -> None:
    auction_id = await plain.compare_tables(await seller.list_auction())
    key = await key_of(plain, "read", "bids:write", "events:read", "account:read")
    reading = await key_of(plain, "read")
    process = await asyncio.create_subprocess_exec(
        "node", built(tmp_path), platform.ports.base_url, key, reading, str(auction_id),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        async with asyncio.timeout(PATIENCE):
            out, wrong = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, wrong.decode()
    lines = [json.loads(line) for line in out.decode().splitlines()]
    results: dict[str, Any] = {line["what"]: line["result"] for line in lines}
    assert results["read"] == {"id": auction_id, "minimumBid": 105, "bidCount": 0}
    assert results["bid"] == {"result": "leading", "amount": 105}
    assert results["bid again under its key"] == {"sameBid": True}
    assert results["first"] == {"type": "open"}
    assert results["received"] == {"type": "BidPlaced", "amount": 10_500}
    too_low, scopeless, keyless = results["too low"], results["without the scope"], results["no such key"]
    assert (too_low["status"], too_low["code"], too_low["hasRequest"]) == (409, "bid_too_low", True)
    assert too_low["details"]["minimum"]
    assert (scopeless["status"], scopeless["code"]) == (403, "scope_missing")
    assert scopeless["details"] == {"scope": "bids:write"}
    assert (keyless["status"], keyless["code"]) == (401, "invalid_api_key")
