"""Where the local run keeps its things: the cache of servers, the data, the logs."""

import hashlib
import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# `make up CLUSTER=1`: its brokers and databases are others, so its folder is another.
CLUSTERED = bool(os.environ.get("WANGI_CLUSTER"))
LOCAL = Path(os.environ.get("WANGI_LOCAL") or ROOT / (".local-cluster" if CLUSTERED else ".local"))


class PlaceRefused(RuntimeError):
    """A folder cannot be used; the message says why and how to mend it."""


@dataclass(frozen=True)
class Account:
    """The system user that runs PostgreSQL when we are root, which it refuses to be."""

    uid: int
    gid: int


def postgres_account() -> Account | None:
    """Return `nobody` for root; an ordinary user needs no other account."""
    if os.geteuid() != 0:
        return None
    nobody = pwd.getpwnam("nobody")
    return Account(nobody.pw_uid, nobody.pw_gid)


def cache() -> Path:
    """Return the folder of fetched servers, shared by all checkouts of this user; root's must be readable by
    `nobody`."""
    if named := os.environ.get("WANGI_CACHE"):
        place = Path(named).expanduser().absolute()
    elif os.geteuid() == 0:
        place = Path(f"/var/tmp/wangi-{os.geteuid()}")
    else:
        place = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wangi"
    return _own_folder(place)


def database_home(state: Path) -> Path:
    """Return where PostgreSQL keeps its data: in the state folder, or for root where `nobody` can read it."""
    account = postgres_account()
    if account is None:
        return _own_folder(state / "postgres")
    (outside,) = folders_outside(state)
    place = _own_folder(outside) / "postgres"
    place.mkdir(mode=0o700, exist_ok=True)
    os.chown(place, account.uid, account.gid)
    return place


def folders_outside(state: Path) -> list[Path]:
    """Return data of this state folder that had to lie elsewhere; only root's does."""
    name = hashlib.sha256(str(state.absolute()).encode()).hexdigest()[:12]
    return [] if postgres_account() is None else [Path(f"/var/tmp/wangi-{os.geteuid()}-data-{name}")]


def _own_folder(place: Path) -> Path:
    """Make the folder; refuse one that another person could have prepared, for programs are run from it."""
    place.mkdir(mode=0o755, parents=True, exist_ok=True)
    found = place.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o022:
        raise PlaceRefused(
            f"{place} is not a folder of your own that only you can write to; remove it and try again."
        )
    return place
