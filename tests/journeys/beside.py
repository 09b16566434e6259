"""Browser journeys in a process beside the other tests, which leave a core free."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from deploy.local.children import die_with_parent
from deploy.local.stack import Stack, start_stack

ROOT = Path(__file__).parents[2]
WEB = ROOT / "frontend"
NO_PACKAGES = not (WEB / "node_modules").is_dir() and not os.environ.get("CI")
# Short, so that a journey sees the auction end.
SHORT_LAST_MOMENTS = {"AUCTION_EXTENSION_WINDOW_SECONDS": "8", "AUCTION_EXTENSION_SECONDS": "12"}
LATER = json.dumps([sys.executable, "-m", "tests.journeys.later"])
LAST_WORDS = 20_000


@dataclass
class Walks:
    process: "subprocess.Popen[str]"
    folder: Path
    ended: dict[str, int] = field(default_factory=dict)

    def wait_for(self, journey: Path) -> tuple[int, str]:
        assert self.process.stdout is not None
        while journey.name not in self.ended:
            line = self.process.stdout.readline()
            assert line, f"the process that walks the journeys has ended before {journey.name}"
            name, code = line.split()
            self.ended[name] = int(code)
        return self.ended[journey.name], (self.folder / f"{journey.name}.txt").read_text(errors="replace")[
            -LAST_WORDS:
        ]


@contextmanager
def open_platform() -> Iterator[Stack]:
    """Separate servers, because the other tests' services share this process."""
    with (
        start_stack(is_durable=False) as servers,
        servers.platform(WANGI_RELAXED_LIMITS="1", **SHORT_LAST_MOMENTS),
    ):
        yield servers


@contextmanager
def walked(platform: Stack, journeys: list[Path]) -> Iterator[Walks]:
    folder = platform.state / "walks"
    folder.mkdir()
    environment = os.environ | {
        "WANGI_BASE_URL": platform.ports.base_url,
        "WANGI_MAIL": platform.ports.url("mail"),
        "CI": "1",
    }
    environment |= {
        "WANGI_LATER": LATER,
        "AUCTION_DATABASE_URL": platform.database_urls["auction"],
        "MESSAGING_DATABASE_URL": platform.database_urls["messaging"],
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-m", "tests.journeys.walk", str(folder), *map(str, journeys)]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: die_with_parent(signal.SIGTERM),
    )
    try:
        yield Walks(process, folder)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
