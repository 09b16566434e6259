"""Six pings for each of four keys, with a crash in the middle."""

from typing import Any

from libs.kit.process import buggify
from libs.kit.tests.lab import Lab, Ping

KEYS, EACH = ("a", "b", "c", "d"), 6
EVERYTHING = [(key, n) for key in KEYS for n in range(1, EACH + 1)]


async def all_handled(lab: Lab) -> bool:
    handled = await lab.count("SELECT count(DISTINCT (name, n)) FROM effects") >= len(EVERYTHING)
    return handled and await lab.count("SELECT count(*) FROM outbox WHERE published_at IS NULL") == 0


async def ping_all(lab: Lab) -> None:
    for n in range(1, EACH + 1):
        for key in KEYS:
            await lab.ping(key, n)


def crash_in_the_middle(lab: Lab, point: str) -> list[Ping]:
    """Crash at `point` after the second ping of a key."""
    struck: list[Ping] = []

    def arm(ping: Ping) -> None:
        if ping.n == 2 and not struck:
            struck.append(ping)
            buggify.crash_once(point)

    lab.fault = arm
    return struck


def check_effects(effects: list[tuple[str, int]]) -> None:
    assert sorted(effects) == sorted(EVERYTHING)
    for key in KEYS:
        assert [n for name, n in effects if name == key] == list(range(1, EACH + 1))


def check_published(envelopes: list[dict[str, Any]]) -> None:
    """At least once, in commit order, gapless without duplicates."""
    once = list({envelope["id"]: envelope for envelope in envelopes}.values())
    assert len(once) == len(EVERYTHING)
    by_key: dict[str, list[int]] = {}
    for envelope in once:
        by_key.setdefault(envelope["subject"], []).append(envelope["version"])
    assert all(versions == list(range(1, EACH + 1)) for versions in by_key.values())
