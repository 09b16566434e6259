"""The commands behind the Makefile: up, down, reset, failover."""

import argparse
import shutil
import subprocess
import sys
import time

from deploy.local import places, running, web
from deploy.local.children import ChildFailed
from deploy.local.cluster import ask_to_fail_over
from deploy.local.fetch import FetchFailed
from deploy.local.launcher import say, up
from deploy.local.places import LOCAL, ROOT, PlaceRefused
from deploy.local.running import Running

EXPECTED_FAILURES = (ChildFailed, FetchFailed, PlaceRefused, web.WebFailed)


def detach() -> int:
    """Starts in the background and prints the output until everything is ready."""
    log = LOCAL / "logs" / "launcher.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as out:
        command = [sys.executable, "-m", "deploy.local", "up"]
        launcher = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=ROOT, start_new_session=True
        )
    with log.open() as words:
        while launcher.poll() is None and not _is_ready(launcher.pid):
            print(words.read(), end="", flush=True)
            time.sleep(0.05)
        time.sleep(0.1)
        print(words.read(), end="", flush=True)
    return launcher.returncode or 0


def _is_ready(pid: int) -> bool:
    run = Running.read(LOCAL)
    return run is not None and run.launcher == pid and run.ready


def down() -> int:
    say("Stopped." if running.stop(LOCAL) else "Nothing was running.")
    return 0


def reset() -> int:
    """Stops and deletes all data, but keeps the downloaded servers."""
    running.stop(LOCAL)
    for folder in (LOCAL, *places.folders_outside(LOCAL)):
        shutil.rmtree(folder, ignore_errors=True)
    say("All local data is gone; the next `make up` begins anew.")
    return 0


def failover() -> int:
    done, words = ask_to_fail_over(LOCAL)
    say(words)
    return 0 if done else 1


def main() -> int:
    parser = argparse.ArgumentParser(prog="make")
    parser.add_argument("command", choices=["up", "down", "reset", "failover"])
    parser.add_argument("--detach", action="store_true")
    asked = parser.parse_args()
    commands = {
        "up": detach if asked.detach else up,
        "down": down,
        "reset": reset,
        "failover": failover,
    }
    try:
        return commands[asked.command]()
    except EXPECTED_FAILURES as failure:
        print(failure, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
