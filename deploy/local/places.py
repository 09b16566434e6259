"""Folders of the local run: downloaded servers, data and logs."""

import hashlib
import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# `make up CLUSTER=1` uses other brokers and databases, so it has its own folder.
CLUSTERED = bool(os.environ.get("WANGI_CLUSTER"))
LOCAL = Path(os.environ.get("WANGI_LOCAL") or ROOT / (".local-cluster" if CLUSTERED else ".local"))


class PlaceRefused(RuntimeError):
    """A folder cannot be used. The message explains why and how to fix it."""


@dataclass(frozen=True)
class Account:
    """The system user that runs PostgreSQL if this process runs as root, because PostgreSQL refuses to run as
    root."""

    uid: int
    gid: int


def postgres_account() -> Account | None:
    """Returns `nobody` if this process runs as root, otherwise None."""
    if os.geteuid() != 0:
        return None
    nobody = pwd.getpwnam("nobody")
    return Account(nobody.pw_uid, nobody.pw_gid)


def cache() -> Path:
    """Returns the folder of the downloaded servers, which all checkouts of this user share. If the user is
    root, `nobody` must be able to read the folder."""
    if named := os.environ.get("WANGI_CACHE"):
        place = Path(named).expanduser().absolute()
    elif os.geteuid() == 0:
        place = Path(f"/var/tmp/wangi-{os.geteuid()}")
    else:
        place = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wangi"
    return _own_folder(place)


def database_home(state: Path) -> Path:
    """Returns a folder in the state folder. For root, returns a folder elsewhere that `nobody` can read."""
    account = postgres_account()
    if account is None:
        return _own_folder(state / "postgres")
    (outside,) = folders_outside(state)
    place = _own_folder(outside) / "postgres"
    place.mkdir(mode=0o700, exist_ok=True)
    os.chown(place, account.uid, account.gid)
    return place


def folders_outside(state: Path) -> list[Path]:
    """Returns the folders outside the state folder that contain its data. Empty unless this process runs as
    root."""
    name = hashlib.sha256(str(state.absolute()).encode()).hexdigest()[:12]
    return [] if postgres_account() is None else [Path(f"/var/tmp/wangi-{os.geteuid()}-data-{name}")]


def _own_folder(place: Path) -> Path:
    """Creates the folder. Refuses a folder that another user could have prepared, because programs run from
    it."""
    place.mkdir(mode=0o755, parents=True, exist_ok=True)
    found = place.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o022:
        raise PlaceRefused(
            f"{place} is not a folder of your own that only you can write to; remove it and try again."
        )
    return place
