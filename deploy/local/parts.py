"""The launcher's side of the pipe to the zygote."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from deploy.local.children import ChildFailed, die_with_parent
from deploy.local.places import ROOT
from deploy.local.servers import Say

GRACE = 20.0
# Returns memory to the system. A password hash takes 19 MB for a moment, which the C library would otherwise
# keep per thread.
GIVES_MEMORY_BACK = {"MALLOC_MMAP_THRESHOLD_": "1048576", "MALLOC_ARENA_MAX": "2"}


@dataclass
class Parts:
    """The service processes, the mail catcher and the payment sandbox. All are forked from one zygote."""

    state: Path
    say: Say
    changed: Callable[[], None]
    pids: dict[str, int] = field(default_factory=dict)
    _asked: dict[str, dict[str, Any]] = field(default_factory=dict)
    _ended: dict[str, "asyncio.Future[int]"] = field(default_factory=dict)
    _ready: asyncio.Event = field(default_factory=asyncio.Event)
    _process: "subprocess.Popen[bytes] | None" = None
    _listening: "asyncio.Task[None] | None" = None
    _leaving: bool = False

    def begin(self) -> None:
        """Starts the zygote, which imports modules in the background. Call from the main thread."""
        self._ready.clear()
        with self._log("zygote").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "deploy.local.zygote"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=ROOT,
                env=os.environ | GIVES_MEMORY_BACK,
                start_new_session=True,
                preexec_fn=lambda: die_with_parent(signal.SIGTERM),
            )
        self.pids["zygote"] = self._process.pid
        self._listening = asyncio.create_task(self._listen(self._process))

    async def ready(self) -> None:
        waiting = asyncio.create_task(self._ready.wait())
        assert self._listening
        await asyncio.wait({waiting, self._listening}, return_when=asyncio.FIRST_COMPLETED)
        if not self._ready.is_set():
            waiting.cancel()
            raise ChildFailed(f"The services cannot be imported:\n{self._last_words('zygote')}")

    def start(self, name: str, call: str, environment: dict[str, str]) -> None:
        """Starts a service and restarts it when it ends. `call` has the form `module:function argument`."""
        self._asked[name] = {
            "name": name,
            "call": call,
            "environment": environment,
            "log": str(self._log(name)),
        }
        self._ask(self._asked[name])

    async def finish(self, name: str, call: str, environment: dict[str, str]) -> None:
        """Runs a call to its end. Raises ChildFailed with its output if it fails."""
        ended = self._ended[name] = asyncio.get_running_loop().create_future()
        log = str(self._log(name))
        self._ask({"name": name, "call": call, "environment": environment, "log": log, "once": True})
        if code := await ended:
            raise ChildFailed(f"{name} failed ({code}):\n{self._last_words(name)}")

    async def stop(self) -> None:
        self._leaving = True
        if self._process is None or self._listening is None:
            return
        if self._process.stdin:
            self._process.stdin.close()
        try:
            await asyncio.wait_for(asyncio.to_thread(self._process.wait), GRACE)
        except TimeoutError:
            self._process.kill()
        await self._listening

    async def keep(self) -> None:
        """If the zygote is killed, restarts it and all services. Runs until cancelled."""
        wait = 0.2
        while True:
            assert self._listening
            await asyncio.shield(self._listening)
            if self._leaving:
                return
            self.say(f"The parent of the services died; starting all of them again in {wait:.1f} s.")
            await asyncio.sleep(wait)
            wait = min(5.0, wait * 2)
            self.begin()
            await self.ready()
            for part in self._asked.values():
                self._ask(part)

    def _ask(self, part: dict[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(part).encode() + b"\n")
        self._process.stdin.flush()

    async def _listen(self, process: "subprocess.Popen[bytes]") -> None:
        reader = asyncio.StreamReader()
        protocol = asyncio.StreamReaderProtocol(reader)
        await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, process.stdout)
        while line := await reader.readline():
            self._handle_message(json.loads(line))
        for waiting in self._ended.values():
            if not waiting.done():
                waiting.set_result(-1)
        process.poll()

    def _handle_message(self, message: dict[str, Any]) -> None:
        if "ready" in message:
            self._ready.set()
        elif name := message.get("started"):
            self.pids[name] = message["pid"]
        elif name := message.get("ended"):
            self.pids.pop(name, None)
            if name in self._ended:
                self._ended.pop(name).set_result(message["code"])
        elif name := message.get("died"):
            log = self._log(name)
            self.say(
                f"{name} died ({message['code']}); starting it again in {message['again_in']:.1f} s. Its log: {log}"
            )
        self.changed()

    def _log(self, name: str) -> Path:
        return self.state / "logs" / f"{name}.log"

    def _last_words(self, name: str) -> str:
        return "\n".join(self._log(name).read_text(errors="replace").splitlines()[-15:])
