import asyncio
import contextlib
import time
from collections.abc import Callable

import aiohttp
import pytest

from libs.kit.tests.lab import until
from tests.faults import people
from tests.faults.history import Broken
from tests.faults.platform import Platform
from tests.faults.screens import count_messages, kill_all, written_while
from tests.faults.test_kill import BACK_WITHIN
from tests.faults.threads import check_screen, check_sent, check_unread
from tests.faults.writers import Talk, write
from tests.journeys.beside import NO_PACKAGES
from tests.support.pace import on_this_machine

# A connection that a kill cut is left to the garbage collector.
pytestmark = [
    pytest.mark.servers,
    pytest.mark.slow,
    pytest.mark.quiet,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]
PARTS = ("messaging", "gateway", "postgres", "kafka")
PAIRS = 3
# Acknowledged messages of each pair before and after each kill.
ENOUGH, STORMS = 8, 5


@pytest.fixture(scope="module")
async def talks(platform: Platform, http: aiohttp.ClientSession) -> list[Talk]:
    return [await strangers(platform, http, f"writer{pair}") for pair in range(PAIRS)]


async def strangers(platform: Platform, http: aiohttp.ClientSession, name: str) -> Talk:
    mail = platform.ports.url("mail")
    one, other = [await people.newcomer(http, mail, f"{name}{side}") for side in "ab"]

    async def are_known() -> bool:
        known = "SELECT user_id FROM messaging.people WHERE user_id IN ($1, $2)"
        return len(await platform.rows(known, one.id, other.id)) == 2

    await until(are_known)
    return Talk(platform, http, (one, other))


async def test_no_message_is_lost_or_doubled_whatever_is_killed(
    platform: Platform, talks: list[Talk], measured: Callable[[str], None]
) -> None:
    """P-C1, P-C4, W2"""
    tabs = [asyncio.create_task(tab.stay()) for talk in talks for tab in talk.tabs]
    try:
        async with asyncio.TaskGroup() as group:
            for talk in talks:
                for person in talk.pair:
                    tab = next(item for item in talk.tabs if item.person is person)
                    group.create_task(write(talk, tab))
            try:
                for part in PARTS:
                    measured(f"people write, kill -9 of {part}: {await _survived(part, platform, talks)}")
            finally:
                for talk in talks:
                    talk.stopping = True
        for talk in talks:
            await _come_to_agree(talk)
        for talk in talks:
            await check(talk)
    finally:
        for task in tabs:
            task.cancel()
        await asyncio.gather(*tabs, return_exceptions=True)
    # Only messages, because every unpaid bill would query the payment provider.
    code, words = await platform.wangi("reconcile", "messaging")
    assert code == 0, words


async def test_three_tabs_of_each_person_agree_after_reconnects(
    platform: Platform, http: aiohttp.ClientSession
) -> None:
    """P-C1, P-C4, W2"""
    talk = await strangers(platform, http, "stormy")
    tabs = [asyncio.create_task(tab.stay()) for tab in talk.tabs]
    try:
        async with asyncio.TaskGroup() as group:
            for person in talk.pair:
                group.create_task(write(talk, next(tab for tab in talk.tabs if tab.person is person)))
            for _ in range(STORMS):
                await until(lambda: all(tab.is_connected for tab in talk.tabs))
                for tab in talk.tabs:
                    tab.cut()
            await _enough_since([talk], time.monotonic())
            talk.stopping = True
        await _come_to_agree(talk)
        await check(talk)
    finally:
        for task in tabs:
            task.cancel()
        await asyncio.gather(*tabs, return_exceptions=True)


async def _survived(part: str, platform: Platform, talks: list[Talk]) -> str:
    """Returns the seconds until each pair could write again."""
    await _enough_since(talks, time.monotonic())
    killed_at = time.monotonic()
    ready = await platform.kill(part)
    back = time.monotonic()
    await _enough_since(talks, back)
    written = max(
        min(item.ended for item in talk.sent if item.seqs and item.began > killed_at) for talk in talks
    )
    words = f"ready {ready:.1f} s, all write again {written - killed_at:.1f} s"
    assert max(ready, written - killed_at) <= on_this_machine(BACK_WITHIN), words
    return words


async def _enough_since(talks: list[Talk], moment: float) -> None:
    async def are_enough() -> bool:
        return all(talk.acknowledged(moment) >= ENOUGH for talk in talks)

    await until(are_enough)


async def _come_to_agree(talk: Talk) -> None:
    async def is_quiet() -> bool:
        stored = await talk.stored_lines()
        return all(tab.screen == stored for tab in talk.tabs)

    with contextlib.suppress(TimeoutError):  # The check reports the difference.
        await until(is_quiet)


async def check(talk: Talk) -> None:
    stored = await talk.stored_lines()
    check_sent(talk.sent, stored)
    for tab in talk.tabs:
        check_screen(f"a tab of {tab.person.name}", tab.screen, stored)
    for person in talk.pair:
        check_screen(f"the thread of {person.name}", await talk.fetched(person), stored)
    check_unread(talk.marks, await talk.unread(), stored)


@pytest.mark.skipif(NO_PACKAGES, reason="the web app's packages are not installed (npm ci in frontend)")
async def test_two_browsers_show_each_message_once_in_order(
    platform: Platform, http: aiohttp.ClientSession, measured: Callable[[str], None]
) -> None:
    """P-C1, W2"""
    pair = list((await strangers(platform, http, "screen")).pair)
    began = time.monotonic()
    await written_while(platform, pair, kill_all(platform, pair, PARTS))
    stored = sum([await count_messages(platform, person) for person in pair])
    words = f"{stored} messages between two browsers, {len(PARTS)} processes killed"
    measured(f"{words}: {time.monotonic() - began:.1f} s")


async def test_control_changed_conversation_is_detected(talks: list[Talk]) -> None:
    talk = talks[0]
    stored = await talk.stored_lines()
    with pytest.raises(Broken, match="acknowledged and lost|have a gap"):
        check_sent(talk.sent, stored[:-1] if talk.sent[-1].seqs else stored[:-3])
    with pytest.raises(Broken):
        check_screen("a tab", talk.tabs[0].screen[:-1], stored)
