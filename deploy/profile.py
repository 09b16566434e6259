"""`wangi profile`: profiles a running process."""

import argparse
import os
import sys
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from typing import Any

from libs.contracts.services import SERVICES
from libs.kit.process.profile import MAX_SECONDS, PATH

WORDS = (
    "Sample a process's threads a hundred times a second and print their stacks in the format of flame "
    "graph tools. The busiest lines go to standard error. Run it in the pod of that process."
)


def add_to(add: Callable[[str, str, Callable[[Any], int]], argparse.ArgumentParser]) -> None:
    command = add("profile", WORDS, _profile)
    command.add_argument("service", metavar="part", choices=[*SERVICES, "gateway"])
    command.add_argument("--seconds", type=int, default=10, choices=range(1, MAX_SECONDS + 1), metavar="N")


def _profile(arguments: Any) -> int:
    port = os.environ.get("METRICS_PORT" if arguments.service == "gateway" else "PORT")
    if port is None:
        print(
            "No part runs here: PORT (of the gateway METRICS_PORT) names where it listens.", file=sys.stderr
        )
        return 2
    address = f"http://127.0.0.1:{port}{PATH}?seconds={arguments.seconds}"
    try:
        with urllib.request.urlopen(address, timeout=arguments.seconds + 10) as answer:
            stacks = answer.read().decode()
    except OSError as fault:
        words = fault.read().decode() if isinstance(fault, urllib.error.HTTPError) else fault
        print(f"{arguments.service} did not answer: {words}", file=sys.stderr)
        return 1
    print(stacks, end="")
    for line, times in busiest(stacks):
        print(f"{times:7} {line}", file=sys.stderr)
    return 0


def busiest(stacks: str, most: int = 15) -> list[tuple[str, int]]:
    at_top = Counter[str]()
    for line in stacks.splitlines():
        stack, times = line.rsplit(" ", 1)
        at_top[stack.rsplit(";", 1)[-1]] += int(times)
    return at_top.most_common(most)
