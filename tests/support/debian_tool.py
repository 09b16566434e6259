"""Tools from Debian packages, unpacked into the cache without root."""

import shutil
import subprocess
import tempfile
from functools import lru_cache
from pathlib import Path

from deploy.local import places

PATIENCE = 180


@lru_cache
def tool(name: str, package: str) -> Path | None:
    if there := shutil.which(name):
        return Path(there)
    home = places.cache() / "debian" / package
    program = home / "usr/bin" / name
    if program.exists():
        return program
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        return None
    home.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=home.parent) as place:
        try:
            _lay_out(package, Path(place))
        except (subprocess.SubprocessError, StopIteration):
            return None
        if not home.exists():
            (Path(place) / "all").rename(home)
    return program


def _lay_out(package: str, place: Path) -> None:
    """With a package list of our own, because only root may update the system's."""
    for folder in ("lists/partial", "cache/archives/partial"):
        (place / folder).mkdir(parents=True)
    own = [f"-o=Dir::State::Lists={place}/lists", f"-o=Dir::Cache={place}/cache", "-o=APT::Sandbox::User="]
    for words in (["update"], ["download", package]):
        command = ["apt-get", "-q", *own, *words]
        subprocess.run(command, cwd=place, check=True, capture_output=True, timeout=PATIENCE)
    archive = next(place.glob("*.deb"))
    unpack = ["dpkg-deb", "-x", str(archive), str(place / "all")]
    subprocess.run(unpack, check=True, capture_output=True, timeout=PATIENCE)
