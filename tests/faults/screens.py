import asyncio
import json
import os
import shutil
from asyncio.subprocess import PIPE, STDOUT, create_subprocess_exec
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from libs.kit.testing import until
from tests.faults.people import Person
from tests.faults.platform import Platform
from tests.journeys.beside import WEB

# Messages of each person before and after each kill.
ENOUGH = 4
# The time-out of the browser test, in seconds.
LONGEST_WALK = 600.0


async def written_while(platform: Platform, pair: list[Person], doing: Coroutine[Any, Any, None]) -> None:
    enough = platform.state / "enough"
    settings = {"WANGI_WRITERS": _pair(pair), "WANGI_ENOUGH": str(enough)}
    await _walked(platform, "two-screens", settings, _then(enough.touch, doing))


async def bought_while(platform: Platform, pair: list[Person], bottle: str, kills: dict[str, str]) -> None:
    """At each button the named process dies."""
    folder = platform.state / "buttons"
    folder.mkdir()
    settings = {"WANGI_TRADERS": _pair(pair), "WANGI_BOTTLE": bottle, "WANGI_BUTTONS": str(folder)}
    await _walked(platform, "deal-screens", settings, _kill_under(platform, folder, kills))


async def _walked(
    platform: Platform, spec: str, settings: dict[str, str], doing: Coroutine[Any, Any, None]
) -> None:
    npm = shutil.which("npm")
    assert npm is not None, "Node 20.19 or newer brings npm."
    environment = os.environ | settings | {"WANGI_BASE_URL": platform.ports.base_url, "CI": "1"}
    output = str(platform.state / f"{spec}.seen")
    command = [npm, "run", "--silent", "e2e", "--", f"e2e/faults/{spec}.spec.ts", "--output", output]
    walk = await create_subprocess_exec(*command, cwd=WEB, env=environment, stdout=PIPE, stderr=STDOUT)
    task = asyncio.create_task(doing)
    words, _ = await walk.communicate()
    task.cancel()
    assert walk.returncode == 0, words.decode()
    await task


async def _then(end: Callable[[], None], doing: Coroutine[Any, Any, None]) -> None:
    try:
        await doing
    finally:
        end()


async def kill_all(platform: Platform, pair: list[Person], parts: tuple[str, ...]) -> None:
    await _have_written_more(platform, pair)
    for part in parts:
        await platform.kill(part)
        await _have_written_more(platform, pair)


async def count_messages(platform: Platform, person: Person) -> int:
    query = "SELECT count(*) AS written FROM messaging.messages WHERE sender_id = $1"
    (row,) = await platform.rows(query, person.id)
    return int(row["written"])


async def _have_written_more(platform: Platform, pair: list[Person]) -> None:
    before = {person.id: await count_messages(platform, person) for person in pair}

    async def are_enough() -> bool:
        return all([await count_messages(platform, person) >= before[person.id] + ENOUGH for person in pair])

    await until(are_enough)


async def _kill_under(platform: Platform, folder: Path, kills: dict[str, str]) -> None:
    for button, part in kills.items():
        await until((folder / button).exists, LONGEST_WALK)
        await platform.kill(part)


def _pair(pair: list[Person]) -> str:
    return json.dumps([{"id": person.id, "token": _token(person)} for person in pair])


def _token(person: Person) -> str:
    return person.headers["Authorization"].removeprefix("Bearer ")
