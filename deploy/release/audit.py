"""Checks the locked packages for known vulnerabilities. If a registry does not respond, the outcome is
UNKNOWN."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
PATIENCE = 90.0
NPM = (
    "npm",
    "audit",
    "--json",
    "--omit=dev",
    "--package-lock-only",
    "--fetch-retries=0",
    "--fetch-timeout=20000",
)
PYTHON = (
    "pip-audit", "--format=json", "--progress-spinner=off", "--disable-pip", "--require-hashes",
    "--requirement=requirements/runtime.txt",
)  # fmt: skip


class Outcome(IntEnum):
    """The outcome of an audit. Also the exit code of the command."""

    CLEAN = 0
    FOUND = 1
    UNKNOWN = 3


class Report(NamedTuple):
    about: str
    outcome: Outcome
    words: str

    def __str__(self) -> str:
        return f"audit of {self.about}: {self.outcome.name} - {self.words}"


def audit(root: Path = ROOT) -> list[Report]:
    return [_of_npm(root / "frontend"), _of_python(root)]


def worst(reports: Sequence[Report]) -> Outcome:
    """A known vulnerability is worse than an unknown outcome."""
    outcomes = {report.outcome for report in reports}
    return next((item for item in (Outcome.FOUND, Outcome.UNKNOWN) if item in outcomes), Outcome.CLEAN)


def _of_npm(folder: Path) -> Report:
    about = "npm packages"
    report, words = _json_of(NPM, folder)
    try:
        counts, looked_at = report["metadata"]["vulnerabilities"], report["metadata"]["dependencies"]["prod"]
        total = int(counts["total"])
    except (KeyError, TypeError, ValueError):
        return Report(about, Outcome.UNKNOWN, f"the registry did not answer: {words}")
    if int(looked_at) < 2:  # The app itself counts as one package.
        return Report(about, Outcome.UNKNOWN, "the report is about no package")
    if total:
        return Report(
            about, Outcome.FOUND, f"{total} weaknesses in {', '.join(sorted(report['vulnerabilities']))}"
        )
    return Report(about, Outcome.CLEAN, f"{looked_at} packages, no known weakness")


def _of_python(root: Path) -> Report:
    about = "Python packages"
    report, words = _json_of(PYTHON, root)
    try:
        packages = [(dependency["name"], dependency["vulns"]) for dependency in report["dependencies"]]
    except (KeyError, TypeError):
        return Report(about, Outcome.UNKNOWN, f"pip-audit did not report on every package: {words}")
    if not packages:
        return Report(about, Outcome.UNKNOWN, "the report is about no package")
    weak = [f"{name} ({', '.join(item['id'] for item in found)})" for name, found in packages if found]
    if weak:
        return Report(about, Outcome.FOUND, "; ".join(weak))
    return Report(about, Outcome.CLEAN, f"{len(packages)} packages, no known weakness")


def _json_of(command: Sequence[str], folder: Path) -> tuple[Any, str]:
    """Returns the JSON output of a tool, or None, and the tool's messages."""
    tool = shutil.which(command[0])
    if tool is None:
        return None, f"{command[0]} was not found"
    try:
        ran = subprocess.run(
            [tool, *command[1:]], cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
    except (subprocess.TimeoutExpired, OSError) as away:
        return None, f"{command[0]}: {type(away).__name__}"
    words = (ran.stderr.strip() or ran.stdout.strip())[-200:].replace("\n", " ")
    try:
        return json.loads(ran.stdout), words
    except ValueError:
        return None, words or "no answer"
