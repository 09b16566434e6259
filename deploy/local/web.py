"""Installs the web app's packages, checks and builds it. Each step is repeated only if its inputs have
changed."""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "frontend"
BUILT_FROM = ("src", "public", "scripts", "*.json", "*.ts", "*.js", "*.html")


class WebFailed(RuntimeError):
    """A step failed. The message explains where to look."""


def packages() -> bool:
    """Installs the locked npm packages. Returns True if there was anything to do."""
    stamp = WEB / "node_modules/.wangi-lock"
    fingerprint = _fingerprint([WEB / "package-lock.json"])
    if _reads(stamp, fingerprint):
        return False
    # `npm ci` cleans node_modules and refuses a lock file that disagrees with package.json.
    try:
        run_npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    except WebFailed:
        # The registry did not respond, or a program was started while it was still being written.
        print("web: npm ci failed, once more", flush=True)
        run_npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    stamp.write_text(fingerprint)
    return True


def is_built() -> bool:
    """True if the built app matches the sources."""
    return (WEB / "dist/index.html").is_file() and _reads(WEB / "node_modules/.wangi-build", _sources())


def build() -> bool:
    """Returns True if there was anything to do."""
    packages()
    if is_built():
        return False
    sources = _sources()
    run_npm("run", "build", "--silent")
    (WEB / "node_modules/.wangi-build").write_text(sources)
    return True


def check() -> None:
    packages()
    _say_and_run("lint")
    print("web: types, build", flush=True)
    if not build():  # The build includes the type check.
        _say_and_run("types")
    _say_and_run("test")


def _say_and_run(script: str) -> None:
    print(f"web: {script}", flush=True)
    run_npm("run", script, "--silent")


def run_npm(*arguments: str) -> None:
    """Prints npm's output only if it fails."""
    npm = shutil.which("npm")
    if npm is None:
        raise WebFailed("npm was not found: install Node 20.19 or newer (it brings npm), then try again.")
    done = subprocess.run(
        [npm, *arguments], cwd=WEB, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        raise WebFailed(
            f"{done.stdout}\n`npm {' '.join(arguments)}` failed in frontend/; its own words are above."
        )


def _sources() -> str:
    found = (path for pattern in BUILT_FROM for path in WEB.glob(pattern))
    return _fingerprint(file for path in found for file in ([path] if path.is_file() else path.rglob("*")))


def _fingerprint(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in sorted(file for file in files if file.is_file()):
        digest.update(str(file.relative_to(WEB)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def _reads(stamp: Path, fingerprint: str) -> bool:
    return stamp.is_file() and stamp.read_text() == fingerprint


def main() -> int:
    """Runs with any Python, because our packages may not be installed yet."""
    try:
        check()
    except WebFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
