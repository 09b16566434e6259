"""A primary and its standby. Each commit waits for both disks, and a command promotes the standby (decision
0067)."""

import asyncio
import contextlib
import shutil
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import asyncpg

from deploy.local import postgres
from deploy.local.base_backup import copy_files, give_away
from deploy.local.children import Child, ChildFailed
from deploy.local.passwords import Passwords
from deploy.local.ports import LOOPBACK

NAMES = ("postgres_1", "postgres_2")
STANDBY = "wangi_standby"
CONNECT, BETWEEN = 2.0, 0.3
_FOLLOWS = "FROM pg_stat_replication WHERE application_name = $1 AND state = 'streaming'"
AWAY = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)


@dataclass
class Pair:
    """Both servers. A file in the state folder contains the name of the primary."""

    state: Path
    ports: Mapping[str, int]
    passwords: Passwords
    # Set while each commit also waits for the standby's disk. The standby then has everything that was
    # acknowledged.
    in_step: asyncio.Event = field(default_factory=asyncio.Event)
    # Allows only one start, copy or failover at a time.
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def primary(self) -> str:
        file = _file(self.state)
        return file.read_text() if file.exists() else NAMES[0]

    @property
    def standby(self) -> str:
        return NAMES[1 - NAMES.index(self.primary)]

    async def start(self, name: str) -> Child:
        """Starts a server in its current role. A former primary is rebuilt as a standby."""
        async with self._turn:
            if name == self.primary:
                return await postgres.start(self.state, self.ports[name], self.passwords.owner, name)
            if not await self._can_follow(name):
                try:
                    await self._copy(name)
                except AWAY as cause:
                    raise ChildFailed(f"{name} cannot be copied from {self.primary}: {cause!r}") from cause
            self._write_settings(name)
            return await postgres.run(self.state, self.ports[name], name)

    async def keep(self) -> None:
        """Makes commits wait for the standby's disk as soon as the standby follows. Runs until cancelled."""
        while True:
            if not self.in_step.is_set():
                with contextlib.suppress(*AWAY):
                    await self._let_commits_wait()
            await asyncio.sleep(BETWEEN)

    async def fail_over(self, children: Mapping[str, Child]) -> str:
        """Stops the primary and promotes the standby. Returns the name of the new primary."""
        async with self._turn:
            if not self.in_step.is_set():
                raise ChildFailed("The standby has not all that was acknowledged yet; nothing was changed.")
            old, new = self.primary, self.standby
            if children[new].process.poll() is not None:
                raise ChildFailed("The standby does not run at this moment; nothing was changed.")
            # The old primary must be stopped first. Two primaries would each acknowledge commits that the
            # other server lacks.
            self.in_step.clear()
            children[old].process.kill()
            await children[old].ended()
            try:
                await postgres.promote(self.state, new)
            except ChildFailed:
                # Stopped, because it could accept writes later, after the old primary has started again.
                children[new].process.kill()
                raise
            file = _file(self.state)
            file.with_suffix(".new").write_text(new)
            file.with_suffix(".new").replace(file)
            return new

    async def _let_commits_wait(self) -> None:
        """Makes commits wait for the standby. Sets `in_step` once this applies to all commits and the standby
        has caught up."""
        async with self._connected() as primary:
            if await primary.fetchval("SHOW synchronous_standby_names") != STANDBY:
                if await primary.fetchval(f"SELECT true {_FOLLOWS}", STANDBY):
                    await primary.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{STANDBY}'")
                    await primary.execute("SELECT pg_reload_conf()")
                return
            await asyncio.sleep(BETWEEN)
            here = await primary.fetchval("SELECT pg_current_wal_lsn()::text")
            has_all = f"SELECT true {_FOLLOWS} AND sync_state = 'sync' AND flush_lsn >= $2::text::pg_lsn"
            for _ in range(10):
                if await primary.fetchval(has_all, STANDBY, here):
                    self.in_step.set()
                    return
                await asyncio.sleep(BETWEEN / 10)

    async def _can_follow(self, name: str) -> bool:
        """True if the server last ran as a standby and the primary still has the log since then."""
        if not (postgres.data_of(self.state, name) / "standby.signal").exists():
            return False
        with contextlib.suppress(*AWAY):
            async with self._connected() as primary:
                asked = "SELECT wal_status FROM pg_replication_slots WHERE slot_name = $1"
                return await primary.fetchval(asked, STANDBY) not in (None, "lost")
        return True

    async def _copy(self, name: str) -> None:
        """Copies the primary's files as a standby. The copy appears only when it is complete."""
        data = postgres.data_of(self.state, name)
        draft = data.with_name("draft")
        shutil.rmtree(draft, ignore_errors=True)
        async with self._connected() as primary:
            await _make_place(primary, self.passwords.standby)
            await primary.execute("SELECT pg_backup_start('standby', fast => true)")
            await asyncio.to_thread(copy_files, postgres.data_of(self.state, self.primary), draft)
            stopped = await primary.fetchrow("SELECT * FROM pg_backup_stop(wait_for_archive => false)")
        (draft / "backup_label").write_text(stopped["labelfile"])
        (draft / "pg_wal").mkdir()
        (draft / "standby.signal").touch()
        give_away(draft)
        for place in draft.rglob("*"):
            give_away(place)
        shutil.rmtree(data, ignore_errors=True)
        draft.rename(data)

    def _write_settings(self, name: str) -> None:
        """Points the server to the primary. Removes `synchronous_standby_names`, because commits would wait
        forever after a promotion without a standby."""
        file = postgres.data_of(self.state, name) / "postgresql.auto.conf"
        own = ("primary_conninfo", "primary_slot_name", "synchronous_standby_names")
        kept = [line for line in file.read_text().splitlines() if not line.startswith(own)]
        there = f"host={LOOPBACK} port={self.ports[self.primary]} user={STANDBY}"
        kept += [
            f"primary_conninfo = '{there} password={self.passwords.standby} application_name={STANDBY}'",
            f"primary_slot_name = '{STANDBY}'",
        ]
        file.write_text("\n".join(kept) + "\n")

    @contextlib.asynccontextmanager
    async def _connected(self) -> AsyncIterator[asyncpg.Connection]:
        url = postgres.admin_url(self.ports[self.primary], self.passwords.owner)
        # Does not wait for the standby, because this connection is used to create it.
        local = {"synchronous_commit": "local"}
        connection = await asyncpg.connect(url, timeout=CONNECT, server_settings=local)
        try:
            yield connection
        finally:
            await connection.close(timeout=CONNECT)


async def _make_place(primary: asyncpg.Connection, password: str) -> None:
    if not await primary.fetchval("SELECT true FROM pg_roles WHERE rolname = $1", STANDBY):
        await primary.execute(f"CREATE ROLE {STANDBY} LOGIN REPLICATION")
    await primary.execute(f"ALTER ROLE {STANDBY} PASSWORD '{password}'")
    here = "FROM pg_replication_slots WHERE slot_name = $1"
    await primary.execute(f"SELECT pg_drop_replication_slot(slot_name) {here}", STANDBY)
    await primary.execute("SELECT pg_create_physical_replication_slot($1, true)", STANDBY)


def _file(state: Path) -> Path:
    return state / "primary"
