"""Selects the tests for a change: tests beside the changed code, tests of code that uses it, and the
architecture tests."""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ALWAYS = ("tests/architecture",)
# Tests by path prefix. A service's own tests are added too. A changed test runs itself.
USED_BY = {
    "libs/kit": ("libs/kit", "libs/marketplace", "services", "gateway", "tests/k8s"),
    "libs/marketplace": ("libs/marketplace", "services", "gateway", "tests/k8s"),
    "libs/contracts": ("libs/contracts", "tests/contracts", "gateway", "tests/k8s"),
    "gateway": ("gateway", "tests/contracts"),
    "deploy": ("deploy", "tests/stack", "tests/k8s"),
    "tools": ("tests/contracts", "tests/k8s", "gateway"),
    "docker-compose.yml": ("tests/stack", "tests/k8s"),
    "k8s": ("tests/k8s",),
    "docs/operations": ("tests/k8s",),
    "docs/architecture.md": ("tests/k8s",),
    "requirements": ("tests/stack",),
}


def asked_for(changed: Iterable[str]) -> list[str]:
    """Returns the tests for these paths. The frontend has its own command."""
    found = set(ALWAYS)
    for path in changed:
        parts = path.split("/")
        if parts[0] == "services" and len(parts) > 2:
            found |= {f"services/{parts[1]}", "tests/contracts"}
        for beginning, tests in USED_BY.items():
            if path.startswith(beginning):
                found |= set(tests)
        if parts[-1].startswith("test_") and parts[-1].endswith(".py"):
            found.add(path)
    return sorted(item for item in found if (ROOT / item).exists())


def changed_since(base: str) -> list[str]:
    """Returns the files that differ from a commit, committed or not."""
    names: list[str] = []
    for command in (["diff", "--name-only", base], ["ls-files", "--others", "--exclude-standard"]):
        names += subprocess.run(
            ["git", *command], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.split()
    return names


def main() -> None:
    """Takes the commit to compare with as an argument. The default is `origin/main` if it exists, otherwise
    the previous commit."""
    known = subprocess.run(
        ["git", "rev-parse", "--verify", "-q", "origin/main"], cwd=ROOT, capture_output=True
    )
    base = (
        sys.argv[1]
        if len(sys.argv) > 1 and sys.argv[1]
        else ("origin/main" if known.returncode == 0 else "HEAD~1")
    )
    changed = changed_since(base)
    tests = asked_for(changed)
    print(f"{len(changed)} files differ from {base}: {' '.join(tests)}", flush=True)
    if any(path.startswith("frontend/") for path in changed):
        subprocess.run(["make", "web"], cwd=ROOT, check=True)
    sys.exit(subprocess.run([sys.executable, "-m", "pytest", *tests], cwd=ROOT, check=False).returncode)


if __name__ == "__main__":
    main()
