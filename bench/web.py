"""Lighthouse's mobile profile and script sizes on home, catalogue and product."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
OFFSET, FRONT_SERVER = 6000, 8080
AT_LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
AT_MOST = {"lcp_ms": 1800, "cls": 0.02}
# Gzip bytes. The other pages have no target.
MAX_SCRIPT = {"home": 150_000}


def run() -> dict[str, Any]:
    """Measure the shop at WANGI_BASE_URL, or start one."""
    given = os.environ.get("WANGI_BASE_URL")
    if given:
        found = measure(given)
    else:
        with tempfile.TemporaryDirectory(prefix="wangi-web-") as local:
            found = _on_own_shop({**os.environ, "WANGI_PORT_OFFSET": str(OFFSET), "WANGI_LOCAL": local})
    print_table(found)
    targets = {**AT_LEAST, **AT_MOST, "script_bytes": MAX_SCRIPT}
    return {"pages": found, "targets": targets, "missed": missed(found)}


def _on_own_shop(environment: dict[str, str]) -> dict[str, Any]:
    def local(*words: str) -> None:
        subprocess.run([sys.executable, "-m", "deploy.local", *words], cwd=ROOT, env=environment, check=True)

    local("up", "--detach")
    try:
        return measure(f"http://localhost:{FRONT_SERVER + OFFSET}")
    finally:
        local("down")


def measure(address: str) -> dict[str, Any]:
    """The median of three visits per page."""
    done = subprocess.run(
        ["node", "scripts/measure-web.mjs"],
        cwd=ROOT / "frontend",
        env={**os.environ, "WANGI_BASE_URL": address},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def missed(found: dict[str, Any]) -> list[str]:
    low = [f"{page}: {name} {has[name]} < {least}" for page, has in found.items() for name, least in AT_LEAST.items()
           if has[name] < least]  # fmt: skip
    high = [f"{page}: {name} {has[name]} > {most}" for page, has in found.items() for name, most in AT_MOST.items()
            if has[name] > most]  # fmt: skip
    heavy = [f"{page}: {found[page]['script_bytes']} bytes of script > {most}" for page, most in MAX_SCRIPT.items()
             if found[page]["script_bytes"] > most]  # fmt: skip
    return low + high + heavy


def print_table(found: dict[str, Any]) -> None:
    print(
        f"{'page':<11}{'perf':>6}{'a11y':>6}{'best':>6}{'seo':>6}{'LCP ms':>8}{'CLS':>8}{'TBT ms':>8}{'JS KB':>8}"
    )
    for page, has in found.items():
        weight = has["script_bytes"] / 1000
        scores = "".join(f"{has[name]:>6}" for name in AT_LEAST)
        print(f"{page:<11}{scores}{has['lcp_ms']:>8}{has['cls']:>8}{has['tbt_ms']:>8}{weight:>8.1f}")
    print(f"{'target':<11}" + "".join(f"{least:>6}" for least in AT_LEAST.values())
          + f"{AT_MOST['lcp_ms']:>8}{AT_MOST['cls']:>8}{'':>8}{MAX_SCRIPT['home'] / 1000:>8.1f} (home)")  # fmt: skip
    for item in missed(found):
        print(f"missed  {item}")
