"""`make bench`: run all measurements, or the named ones, and store the figures in `bench/results/`."""

import importlib
import json
import os
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"
MEASUREMENTS = (
    "relay", "gateway", "bids", "messages", "aged_database", "account_removals", "fanout", "joins", "accounts",
    "catalog", "million", "pictures", "attachments", "callbacks", "ledger", "export", "risk", "same_pictures",
    "webhooks", "staff", "growth",
)  # fmt: skip


def main() -> None:
    """One after another, so that they do not disturb each other."""
    for name in sys.argv[1:] or MEASUREMENTS:
        print(f"\n== {name} ==", flush=True)
        keep(name, importlib.import_module(f"bench.{name}").run())


def keep(name: str, figures: dict[str, Any]) -> None:
    RESULTS.mkdir(exist_ok=True)
    machine = {"cores": os.cpu_count(), "system": platform.system(), "python": platform.python_version()}
    kept = {
        "measured": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine,
        "figures": figures,
    }
    (RESULTS / f"{name}.json").write_text(json.dumps(kept, indent=2) + "\n")


if __name__ == "__main__":
    main()
