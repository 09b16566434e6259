"""Copies the files of a running database like `pg_basebackup`, which is not packaged."""

import contextlib
import os
import shutil
from pathlib import Path

from deploy.local import places

# Not copied, because the log is streamed separately and the rest belongs to the running server.
LEFT_OUT = frozenset({"pg_wal", "postmaster.pid", "postmaster.opts", "pg_replslot", "pg_stat_tmp"})


def copy_files(data: Path, target: Path) -> int:
    """Copies the files and returns the number of bytes. Call between `pg_backup_start` and `pg_backup_stop`.
    Files that disappear during the copy are restored from the log."""
    size = 0
    for folder, names, files in os.walk(data):
        at = target / Path(folder).relative_to(data)
        at.mkdir(mode=0o700)
        names[:] = [name for name in names if name not in LEFT_OUT]
        for name in set(files) - LEFT_OUT:
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(Path(folder) / name, at / name)
                size += (at / name).stat().st_size
    (target / "pg_replslot").mkdir()
    (target / "pg_stat_tmp").mkdir()
    return size


def give_away(place: Path) -> None:
    """Makes a file or folder readable only by PostgreSQL's user. PostgreSQL refuses other permissions."""
    place.chmod(0o700 if place.is_dir() else 0o600)
    if (account := places.postgres_account()) is not None:
        os.chown(place, account.uid, account.gid)
