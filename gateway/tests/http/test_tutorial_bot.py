import asyncio
import os
import re
import sys
from pathlib import Path
from typing import Any

from aiohttp import web

from deploy.local.places import ROOT
from gateway.tests.harness import open_harness
from gateway.tests.http.keyring import KeyRing

TUTORIAL = (ROOT / "docs/tutorials/bidding-bot.md").read_text()
BIDS = "/api/auctions/41/bids"
RIVAL, OWN = 5, 7


async def ending(folder: Path, *answers: tuple[int, str]) -> tuple[int | None, list[str], str]:
    """Returns the bot's status, the printed codes and its last line."""
    left, is_over = list(answers), False

    async def page(_: web.Request) -> web.Response:
        over = {"status": "ended", "winnerId": RIVAL} if is_over else {"status": "active", "winnerId": None}
        return web.json_response(over | {"minimumBid": 105.0, "currentBidderId": RIVAL})

    async def bid(_: web.Request) -> web.Response:
        nonlocal is_over
        is_over = len(left) == 1
        status, code = left[0] if is_over else left.pop(0)
        body: dict[str, Any] = {"message": "No.", "code": code, "details": {}, "requestId": "r-1"}
        return web.json_response(body, status=status)

    async def account(_: web.Request) -> web.Response:
        return web.json_response({"id": OWN})

    async with open_harness() as harness:
        ring, path = KeyRing(harness), folder / "bot.py"
        harness.services.answers |= {"/api/auctions/41": page, BIDS: bid, "/api/v1/auth/me": account}
        path.write_text(re.findall(r"```python\n(.*?)```", TUTORIAL, re.S)[0])
        environment = {
            "WANGI": harness.address, "WANGI_KEY": ring.add("read", "account:read", "bids:write"), "PAUSE": "0",
            "PYTHONPATH": str(ROOT / "clients/python"), "PATH": os.environ["PATH"],
        }  # fmt: skip
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, path, "41", "180", stdout=pipe, stderr=pipe, env=environment
        )
        out, wrong = await asyncio.wait_for(process.communicate(), 30)
        codes = list(dict.fromkeys(re.findall(r"\((\w+), request", out.decode())))
        return process.returncode, codes, (out + wrong).decode().splitlines()[-1]


async def test_bot_handles_closed_auctions_outbids_and_lost_answers(tmp_path: Path) -> None:
    refusals = [(409, "bid_too_low"), (500, "internal_error"), (409, "auction_ended")]
    assert await ending(tmp_path, *refusals) == (
        0,
        ["bid_too_low", "internal_error", "auction_ended"],
        "lost",
    )


async def test_bot_exits_with_code_of_permanent_refusal(tmp_path: Path) -> None:
    status, codes, words = await ending(tmp_path, (403, "own_listing"))
    assert (status, codes) == (1, ["own_listing"])
    assert words.startswith("wangi_client.calls.Refused: No. (own_listing")
