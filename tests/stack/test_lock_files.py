import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = [*sorted(ROOT.glob("requirements/*.txt")), *sorted(ROOT.glob("frontend/package-lock.json"))]
HOST = re.compile(
    r"[a-z][a-z0-9+.-]*://(?!(opencollective\.com|github\.com|tidelift\.com|(www\.)?patreon\.com)/)", re.I
)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_lock_file_names_no_host(lock: Path) -> None:
    without_funding = re.sub(r'"funding": (\{[^}]*\}|\[[^]]*\]|"[^"]*")', "", lock.read_text())
    assert HOST.findall(without_funding) == []
    assert '"resolved"' not in without_funding


@pytest.mark.parametrize("lock", sorted(ROOT.glob("requirements/*.txt")), ids=lambda path: path.name)
def test_every_python_package_is_pinned_and_hashed(lock: Path) -> None:
    entries = [
        entry for entry in re.split(r"\n(?=\S)", lock.read_text()) if entry and not entry.startswith("#")
    ]
    assert entries
    assert [entry for entry in entries if "==" not in entry or "--hash=sha256:" not in entry] == []


def test_npm_lock_file_omits_hosts() -> None:
    assert "omit-lockfile-registry-resolved=true" in (ROOT / "frontend/.npmrc").read_text()


# Packages of other platforms without a known hash. `make lock` with a complete registry empties this list.
WITHOUT_HASH = {
    *(f"@biomejs/cli-{item}" for item in (
        "android-arm64", "android-x64", "darwin-arm64", "darwin-x64", "linux-arm64-musl", "linux-x64-musl",
        "win32-arm64", "win32-x64",
    )),
    *(f"@tailwindcss/oxide-{item}" for item in (
        "android-arm64", "darwin-arm64", "darwin-x64", "freebsd-x64", "linux-arm-gnueabihf", "wasm32-wasi",
        "win32-arm64-msvc", "win32-x64-msvc",
    )),
}  # fmt: skip


def test_every_linux_npm_package_has_a_hash() -> None:
    packages = json.loads((ROOT / "frontend/package-lock.json").read_text())["packages"]
    bare = {
        path.rpartition("node_modules/")[2]: one
        for path, one in packages.items()
        if path and "integrity" not in one
    }
    assert set(bare) <= WITHOUT_HASH
    for name, one in bare.items():
        assert one["optional"], name
        assert one.get("os", ["none"]) != ["linux"] or "musl" in name or one["cpu"] == ["arm"], name


def test_packages_are_installed_from_lock_files_only() -> None:
    image = (ROOT / "deploy/docker/Dockerfile").read_text()
    launcher = (ROOT / "deploy/local/web.py").read_text()
    assert "npm ci " in image
    assert '_npm("ci", ' in launcher
    assert "npm install" not in image + launcher
    assert '"install"' not in launcher
