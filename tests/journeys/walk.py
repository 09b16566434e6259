"""`python -m tests.journeys.walk FOLDER SPEC...`: the web app's own journeys, two at a time; says which has
ended.

Those with people in the real shop follow one another; beside them go those that bring fixed answers of
their own."""

import asyncio
import os
import shutil
import sys
from collections import deque
from pathlib import Path

WEB = Path(__file__).parents[2] / "frontend"
FIXED_ANSWERS = "./support/pretend-shop"
PATIENCE = 600


def needs_the_shop(journey: Path) -> bool:
    """Real people in the real shop, who might meet those of another journey."""
    return FIXED_ANSWERS not in journey.read_text()


async def walk(journey: Path, folder: Path) -> None:
    """One journey in a browser of its own; its words go to a file, its name and exit code to the
    process that started us."""
    npm = shutil.which("npm")
    assert npm is not None, "Node 20.19 or newer brings npm."
    told = [
        "run",
        "--silent",
        "e2e",
        "--",
        f"e2e/{journey.name}",
        "--output",
        str(folder / f"{journey.name}.seen"),
    ]
    with (folder / f"{journey.name}.txt").open("wb") as words:
        walking = await asyncio.create_subprocess_exec(npm, *told, cwd=WEB, stdout=words, stderr=words)
        try:
            code = await asyncio.wait_for(walking.wait(), PATIENCE)
        except TimeoutError:
            words.write(f"\nIt was not at its end after {PATIENCE} seconds.".encode())
            walking.kill()
            code = await walking.wait() or 1
    sys.stdout.write(f"{journey.name} {code}\n")
    sys.stdout.flush()


async def go_through(folder: Path, *queues: deque[Path]) -> None:
    """One after another, from the first queue as long as it has any."""
    for queue in queues:
        while queue:
            await walk(queue.popleft(), folder)


async def main(folder: Path, journeys: list[Path]) -> None:
    """Walk all of them; a walker that is done early helps with those of fixed answers."""
    shop = deque(one for one in journeys if needs_the_shop(one))
    fixed = deque(one for one in journeys if one not in shop)
    await asyncio.gather(go_through(folder, shop, fixed), go_through(folder, fixed))


if __name__ == "__main__":
    os.nice(10)  # what measures nothing leaves the processor to what does
    asyncio.run(main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]]))
