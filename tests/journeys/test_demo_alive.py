"""The demo is alive: its two bidders bid, and something always ends within ten minutes."""

import random
from collections import Counter
from datetime import UTC, datetime, timedelta

import aiohttp
import pytest

from deploy.demo.bots import MOST_LATE_BIDS, SOON, Bots, Sight, chosen, offer
from deploy.demo.load import Shop, with_shop
from deploy.local import environment
from deploy.local.stack import Stack

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)


def sight(number: int, minutes: float, minimum: float = 60.0) -> Sight:
    return Sight(number, NOW + timedelta(minutes=minutes), 50.0, minimum, 5.0, None)


def test_they_leave_what_is_dear_and_what_they_bid_on_late_already() -> None:
    dice = random.Random(1)
    near, far, dear = sight(1, 1.5), sight(2, 300), sight(3, 5, minimum=130.0)
    for _ in range(50):
        assert chosen([near, far, dear], Counter(), NOW, dice) in (near, far)
        assert chosen([near, far, dear], Counter({1: MOST_LATE_BIDS}), NOW, dice) == far
    assert chosen([dear], Counter(), NOW, dice) is None
    assert all(offer(near, dice)["amount"] in (60.0, 65.0, 70.0) for _ in range(50))


@pytest.mark.servers
async def test_whoever_opens_the_demo_finds_an_end_within_ten_minutes_and_bids_on_it(
    platform: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.kept(platform.state, "setup").items():
        monkeypatch.setenv(name, value)
    seen: list[int] = []

    async def a_while(shop: Shop) -> None:
        bots = Bots(shop, random.Random(3))
        for _ in range(8):
            await bots.turn()
        seen.extend(await shop.running_auctions())

    await with_shop(a_while)
    async with (
        aiohttp.ClientSession(platform.ports.base_url) as http,
        http.get(f"/api/auctions/{seen[0]}") as answer,
    ):
        first = await answer.json()
    assert datetime.fromisoformat(first["effectiveEndsAt"]) - datetime.now(UTC) <= SOON
    assert first["bidCount"] >= 2
    assert len({bid["bidderId"] for bid in first["bids"]}) == 2, "they bid against each other"
