"""Runs a service or the gateway in this process, and shuts it down gracefully on SIGTERM."""

import asyncio
import importlib
import signal
from types import FrameType

import uvicorn
import uvloop
from fastapi import FastAPI

from libs.kit.process import buggify, logs, telemetry
from libs.kit.service import configure
from libs.kit.settings import Settings


class _Server(uvicorn.Server):
    """Uvicorn with a drain phase. The service first reports that it is not ready, then waits, then stops."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, drain_seconds: float) -> None:
        super().__init__(config)
        self._app, self._drain_seconds = app, drain_seconds

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Called by the signal handler."""
        self._app.state.draining = True
        if self._drain_seconds > 0 and sig == signal.SIGTERM:
            asyncio.get_running_loop().call_later(self._drain_seconds, super().handle_exit, sig, frame)
        else:
            super().handle_exit(sig, frame)


def run(name: str) -> None:
    buggify.arm_from_environment()
    if name == "gateway":
        uvloop.run(importlib.import_module("gateway.main").serve())
        return
    app: FastAPI = importlib.import_module(f"services.{name}.main").app
    settings: Settings = app.state.settings_class()
    configure(app, settings)
    logs.set_up(name, settings.log_level, as_json=settings.log_json)
    telemetry.set_up(name, settings.otel_exporter_otlp_endpoint)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http="httptools",
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=int(settings.grace_seconds),
    )
    _Server(config, app, settings.drain_seconds).run()
