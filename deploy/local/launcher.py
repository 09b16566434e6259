"""`make up`: runs the whole marketplace on this machine."""

import asyncio
import os
import signal
import time
from pathlib import Path

from deploy.local import cluster, doctor, environment, places, running, web
from deploy.local.parts import Parts
from deploy.local.passwords import Passwords
from deploy.local.places import LOCAL
from deploy.local.ports import Ports, from_environment, offset_from_environment
from deploy.local.running import Running
from deploy.local.servers import Servers, start_servers
from deploy.local.table import ready_table
from deploy.local.wait import until_ready

PATIENCE = 60.0
KEPT_LOG = 5_000_000


def say(words: str) -> None:
    print(words, flush=True)


class Launcher:
    def __init__(
        self, state: Path = LOCAL, ports: Ports | None = None, *, clustered: bool = places.CLUSTERED
    ) -> None:
        self.state, self.ports = state, ports or from_environment()
        self.passwords = Passwords.of(state)
        self.record = Running(launcher=os.getpid(), base_url=self.ports.base_url)
        self.parts = Parts(state, say, self._write_down)
        self.servers: Servers | None = None
        self.cluster = (
            cluster.Cluster(state, self.ports, self.passwords, offset_from_environment())
            if clustered
            else None
        )
        self._keepers: list[asyncio.Task[None]] = []

    async def run(self) -> None:
        stop = _stop_event()
        begun = time.monotonic()
        work = asyncio.create_task(self._start())
        leave = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait({work, leave}, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                say(work.result())
                say(f"Ready after {time.monotonic() - begun:.1f} s. Ctrl-C (or `make down`) stops all of it.")
                await leave
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            await self._stop()

    async def _start(self) -> str:
        (self.state / "logs").mkdir(parents=True, exist_ok=True)
        _turn_logs(self.state / "logs")
        self.parts.begin()
        self._write_down()
        built = asyncio.create_task(asyncio.to_thread(_build_web))
        self._keepers.append(built)
        self.servers = await self._start_servers()
        self._write_down()
        await self.parts.ready()
        setup = environment.of_setup(self.state, self.ports, self.servers, self.passwords)
        setup |= cluster.COPIES if self.cluster else {}
        await self.parts.finish("prepare", "deploy.prepare:prepare", setup)
        await self._start_parts(self.servers, setup, built)
        has_demo = await self._demo(setup)
        self._keepers += [
            asyncio.create_task(self.servers.keep(say, self._write_down)),
            asyncio.create_task(self.parts.keep()),
        ]
        if self.cluster:
            asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self._fail_over)
            await self.cluster.in_step()
        self.record.ready = True
        self._write_down()
        return ready_table(self.state, self.ports, self.servers, has_demo=has_demo)

    async def _start_servers(self) -> Servers:
        if self.cluster is None:
            return await start_servers(self.state, self.ports)
        servers = await self.cluster.start_servers()
        self._keepers.append(asyncio.create_task(self.cluster.pair.keep()))
        return servers

    def _fail_over(self) -> None:
        """Called after `make failover` in another terminal."""
        self._keepers.append(asyncio.create_task(self._answer_failover()))

    async def _answer_failover(self) -> None:
        assert self.cluster
        assert self.servers
        words = await self.cluster.fail_over(self.servers.children)
        say(words)
        draft = self.state / "failover.new"
        draft.write_text(words)
        draft.replace(cluster.answer_of(self.state))

    async def _start_parts(
        self, servers: Servers, setup: dict[str, str], built: "asyncio.Task[None]"
    ) -> None:
        travels = {"SANDBOX_CLOCK": str(self.state / "clock")}
        of_parts = environment.of_parts(self.state, self.ports, servers, self.passwords)
        environments = {name: own | travels for name, own in of_parts.items()}
        environment.keep(self.state, environments | {"setup": setup})
        self.parts.start("mailbox", "deploy.local.mailbox:run", _mail(self.ports))
        self.parts.start("sandbox", "deploy.billplz.main:run", _sandbox(self.ports))
        ports = {name: getattr(self.ports, name) for name in (*environment.PARTS, "mail", "sandbox")}
        if self.cluster:
            environments = self.cluster.replicas(environments)
            ports |= {name: self.cluster.several[name] for name in environments}
        gateways = {name: own for name, own in environments.items() if name.startswith("gateway")}
        for name, own in environments.items():
            if name not in gateways:
                self.parts.start(name, f"deploy.run:run {_of_part(name)}", own)
        await built
        for name, own in gateways.items():
            self.parts.start(name, "deploy.run:run gateway", own)
        await until_ready(ports, PATIENCE)

    async def _demo(self, setup: dict[str, str]) -> bool:
        """Loads the demo data once. Data that was cleared is not loaded again."""
        mark = self.state / "demo-loaded"
        if not mark.exists() and os.environ.get("WANGI_DEMO") != "0":
            await self.parts.finish("demo", "deploy.demo.load:load", setup)
            mark.touch()
        if mark.exists() and os.environ.get("WANGI_DEMO") != "0" and os.environ.get("WANGI_BOTS") != "0":
            self.parts.start("bots", "deploy.demo.bots:run", setup)
        return mark.exists()

    async def _stop(self) -> None:
        say("Stopping ...")
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        await self.parts.stop()
        if self.servers is not None:
            await self.servers.stop()
        running.forget(self.state)
        say("Stopped.")

    def _write_down(self) -> None:
        servers = self.servers.children if self.servers else {}
        self.record.children = {name: child.pid for name, child in servers.items()} | self.parts.pids
        self.record.write(self.state)


def up(state: Path = LOCAL) -> int:
    """Runs in the foreground until Ctrl-C. Returns the exit code."""
    earlier = Running.read(state)
    if earlier is not None and earlier.alive:
        say(f"Already running at {earlier.base_url} (process {earlier.launcher}); `make down` stops it.")
        return 0
    if earlier is not None and (ended := running.end_leftovers(earlier)):
        say(f"Ended what an earlier run had left: {', '.join(ended)}.")
    if troubles := doctor.before_start(from_environment()):
        say("\n".join(troubles))
        return 1
    asyncio.run(Launcher(state).run())
    return 0


def _of_part(name: str) -> str:
    """Returns the service of a replica: `auction` for `auction_2`."""
    return name.partition("_")[0]


def _stop_event() -> asyncio.Event:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


def _build_web() -> None:
    if web.WEB.joinpath("index.html").exists() and not web.is_built():
        say("Building the web app ...")
        web.build()


def _mail(ports: Ports) -> dict[str, str]:
    return {"SMTP_PORT": str(ports.smtp), "MAIL_PORT": str(ports.mail)}


def _sandbox(ports: Ports) -> dict[str, str]:
    return {
        "PORT": str(ports.sandbox),
        "PUBLIC_URL": f"http://localhost:{ports.sandbox}",
        "PAYOUT_CALLBACK_URL": ports.url("gateway") + "/api/boost/payouts/callback",
    }


def _turn_logs(folder: Path) -> None:
    """Rotates long logs. The previous log is kept."""
    for log in folder.glob("*.log"):
        if log.stat().st_size > KEPT_LOG and log.name != "launcher.log":
            log.replace(log.with_suffix(".log.1"))
