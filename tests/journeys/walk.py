"""`python -m tests.journeys.walk FOLDER SPEC...`: runs the web app's journeys in two browsers."""

import asyncio
import ctypes
import os
import shutil
import sys
from pathlib import Path

WEB = Path(__file__).parents[2] / "frontend"
FIXED_ANSWERS = "./support/pretend-shop"
SAYS_WHAT_ENDED = "./e2e/support/file-reporter.ts"
# As long as a whole run may take.
PATIENCE = 3600
PR_CAPBSET_DROP, CAP_SYS_NICE = 24, 23


def needs_the_shop(journey: Path) -> bool:
    return FIXED_ANSWERS not in journey.read_text()


async def walk(name: str, journeys: list[Path], folder: Path) -> None:
    """The output is in a file."""
    npm = shutil.which("npm")
    assert npm is not None, "Node 20.19 or newer brings npm."
    specs = [f"e2e/{item.name}" for item in journeys]
    output = ["--output", str(folder / f"{name}.seen"), "--reporter", SAYS_WHAT_ENDED]
    command = [npm, "run", "--silent", "e2e", "--", *specs, *output]
    unknown = {item.name for item in journeys}
    with (folder / f"{name}.log").open("wb") as words:
        walking = await asyncio.create_subprocess_exec(
            *command,
            cwd=WEB,
            env=os.environ | {"WANGI_WALKS": str(folder)},
            stdout=asyncio.subprocess.PIPE,
            stderr=words,
        )
        assert walking.stdout is not None
        try:
            async with asyncio.timeout(PATIENCE):
                async for line in walking.stdout:
                    journey = line.decode(errors="replace").split(" ")[0]
                    if journey in unknown:
                        unknown.remove(journey)
                        sys.stdout.write(line.decode())
                        sys.stdout.flush()
                    else:
                        words.write(line)
        except TimeoutError:
            words.write(f"\nNot all were at their end after {PATIENCE} seconds.".encode())
            walking.kill()
        await walking.wait()
    for journey in sorted(unknown):
        shutil.copyfile(folder / f"{name}.log", folder / f"{journey}.txt")
        sys.stdout.write(f"{journey} 1\n")
        sys.stdout.flush()


async def main(folder: Path, journeys: list[Path]) -> None:
    shop = [journey for journey in journeys if needs_the_shop(journey)]
    fixed = [journey for journey in journeys if journey not in shop]
    await asyncio.gather(*(walk(n, them, folder) for n, them in (("shop", shop), ("fixed", fixed)) if them))


def step_back() -> None:
    """Chromium as root would otherwise raise its priority."""
    os.nice(10)
    # Fails without root, where it is not needed.
    ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_SYS_NICE, 0, 0, 0)


if __name__ == "__main__":
    step_back()
    asyncio.run(main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]]))
