import asyncio
import contextlib
import os
import re
import shutil
import signal
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import yaml

from deploy.local import places, postgres
from deploy.local.base_backup import copy_files, give_away
from deploy.local.passwords import Passwords
from deploy.local.running import Running, end_leftovers
from libs.kit.tests.lab import until
from tests.faults.platform import AWAY, Platform

COMPONENT = places.ROOT / "k8s" / "components" / "postgres-archive" / "kustomization.yaml"


def archive_seconds() -> int:
    patch = yaml.safe_load(COMPONENT.read_text())["patches"][0]["patch"]
    (minutes,) = re.findall(r"archive_timeout\n\s+value: (\d+)min", patch)
    return 60 * int(minutes)


@dataclass(frozen=True)
class Archive:
    platform: Platform

    @property
    def home(self) -> Path:
        return places.database_home(self.platform.state)

    @property
    def log(self) -> Path:
        return self.home / "archive"

    async def begin(self, seconds: int) -> None:
        """Archive the log in segments of this many seconds."""
        self.log.mkdir()
        give_away(self.log)
        kept = self.log / "%f"
        keep = f"test ! -f {kept} && cp %p {kept}.part && mv {kept}.part {kept}"
        for setting in ("archive_mode = on", f"archive_command = '{keep}'", f"archive_timeout = {seconds}"):
            await self.platform.rows(f"ALTER SYSTEM SET {setting}")
        await self.platform.kill("postgres")

    async def back_up(self) -> int:
        url = postgres.admin_url(
            self.platform.ports.postgres, Passwords.of(self.platform.state).owner, "wangi"
        )
        connection = await asyncpg.connect(url)
        try:
            await connection.execute("SELECT pg_backup_start('drill', fast => true)")
            size = await asyncio.to_thread(copy_files, self.home / "data", self.home / "backup")
            stopped = await connection.fetchrow("SELECT * FROM pg_backup_stop(wait_for_archive => true)")
        finally:
            await connection.close()
        (self.home / "backup" / "backup_label").write_text(stopped["labelfile"])
        return size

    def lose_the_database(self) -> None:
        """Kill the server and delete its disk."""
        run = Running.read(self.platform.state)
        assert run is not None
        os.kill(run.launcher, signal.SIGSTOP)
        os.kill(run.children["postgres"], signal.SIGKILL)
        shutil.rmtree(self.home / "data")
        os.kill(run.launcher, signal.SIGKILL)
        end_leftovers(run)

    def put_back(self) -> None:
        """Restore the backup. The server replays the archive when it starts."""
        data = self.home / "data"
        (self.home / "backup").rename(data)
        (data / "pg_wal").mkdir()
        (data / "recovery.signal").touch()
        with (data / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"restore_command = 'cp {self.log}/%f %p'\n")
        give_away(data)
        for place in data.rglob("*"):
            give_away(place)

    async def brought_forward(self) -> None:
        async def is_done() -> bool:
            with contextlib.suppress(*AWAY):
                (row,) = await self.platform.rows("SELECT pg_is_in_recovery() AS still")
                return not row["still"]
            return False

        await until(is_done)
