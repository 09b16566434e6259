"""Lock files hold versions and hashes only: no host of a registry or a mirror may reach them."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = [*sorted(ROOT.glob("requirements/*.txt")), *sorted(ROOT.glob("frontend/package-lock.json"))]
HOST = re.compile(
    r"[a-z][a-z0-9+.-]*://(?!(opencollective\.com|github\.com|tidelift\.com|(www\.)?patreon\.com)/)", re.I
)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_file_names_no_host(lock: Path) -> None:
    without_funding = re.sub(r'"funding": (\{[^}]*\}|\[[^]]*\]|"[^"]*")', "", lock.read_text())
    assert HOST.findall(without_funding) == []
    assert '"resolved"' not in without_funding


@pytest.mark.parametrize("lock", sorted(ROOT.glob("requirements/*.txt")), ids=lambda path: path.name)
def test_every_python_package_is_pinned_and_hashed(lock: Path) -> None:
    entries = [entry for entry in re.split(r"\n(?=\S)", lock.read_text()) if entry and not entry.startswith("#")]
    assert entries
    assert [entry for entry in entries if "==" not in entry or "--hash=sha256:" not in entry] == []


def test_npm_is_told_to_leave_hosts_out() -> None:
    assert "omit-lockfile-registry-resolved=true" in (ROOT / "frontend/.npmrc").read_text()
