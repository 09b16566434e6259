"""Two people who write to each other in real browsers, while something else happens around them."""

import asyncio
import json
import os
import shutil
from asyncio.subprocess import PIPE, STDOUT, create_subprocess_exec
from collections.abc import Coroutine
from typing import Any

from libs.kit.testing import until
from tests.faults.people import Person
from tests.faults.platform import Platform
from tests.journeys.beside import WEB

SPEC = "e2e/faults/two-screens.spec.ts"
# So many messages of each before and after each kill.
ENOUGH = 4
# Two browsers start first, on a busy machine.
PATIENCE = 60.0


async def written_while(platform: Platform, pair: list[Person], doing: Coroutine[Any, Any, None]) -> None:
    """Let them write until this is done; then the browsers' own test compares what is on their screens."""
    npm = shutil.which("npm")
    assert npm is not None, "Node 20.19 or newer brings npm."
    enough = platform.state / "enough"
    told = {
        "WANGI_BASE_URL": platform.ports.base_url,
        "WANGI_WRITERS": json.dumps([{"id": one.id, "token": _token(one)} for one in pair]),
        "WANGI_ENOUGH": str(enough),
        "CI": "1",
    }
    command = [npm, "run", "--silent", "e2e", "--", SPEC, "--output", str(platform.state / "screens.seen")]
    walk = await create_subprocess_exec(*command, cwd=WEB, env=os.environ | told, stdout=PIPE, stderr=STDOUT)
    task = asyncio.create_task(doing)
    task.add_done_callback(lambda _: enough.touch())
    output, _ = await walk.communicate()
    task.cancel()
    assert walk.returncode == 0, output.decode()
    await task


async def kill_all(platform: Platform, pair: list[Person], parts: tuple[str, ...]) -> None:
    """One process after another, with messages of both before and after each."""
    await _have_written_more(platform, pair)
    for part in parts:
        await platform.kill(part)
        await _have_written_more(platform, pair)


async def written(platform: Platform, person: Person) -> int:
    """How many messages of a person are stored."""
    query = "SELECT count(*) AS written FROM messaging.messages WHERE sender_id = $1"
    (row,) = await platform.rows(query, person.id)
    return int(row["written"])


async def _have_written_more(platform: Platform, pair: list[Person]) -> None:
    before = {one.id: await written(platform, one) for one in pair}

    async def are_enough() -> bool:
        return all([await written(platform, one) >= before[one.id] + ENOUGH for one in pair])

    await until(are_enough, PATIENCE)


def _token(person: Person) -> str:
    return person.headers["Authorization"].removeprefix("Bearer ")
