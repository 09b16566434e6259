"""One stack of real servers per worker. Services run on it in process."""

import asyncio
import contextlib
import gc
import importlib
import os
import random
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import structlog
from hypothesis import HealthCheck, settings
from pwdlib.hashers.argon2 import Argon2Hasher

from deploy.local.stack import Stack, start_stack
from libs.kit.db.database import LIMITS
from libs.kit.process import buggify, clock
from libs.kit.testing import Neighbour, Service, open_service
from libs.marketplace.dealings import OWNERS
from libs.marketplace.testing import Strangers
from services.auth.accounts.password_hashing import Passwords
from tests.support import statements
from tests.support.workers import EachItsEnd, put_in_order

# A third of the time of auth's tests was password hashing.
CHEAP = Argon2Hasher(memory_cost=8, time_cost=1, parallelism=1)


# Test machines may be busy, and few tests are about timeouts.
LIMITS.update(statement_timeout="30000", lock_timeout="5s")


# One seed per run, the same in each worker: `WANGI_SEED=... make test` repeats a run.
SEED = os.environ.setdefault("WANGI_SEED", str(random.SystemRandom().randrange(10**6)))


# The speed of generating inputs means nothing on a busy machine.
settings.register_profile("wangi", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("wangi")

# `rich`, installed by a development tool, takes up to a second to format a traceback.
structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ]
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run ordinary tests first, and those that need the whole machine last."""
    put_in_order(items)


def pytest_collection() -> None:
    """Garbage collection took 5 of 13 s of collecting tests."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Exclude the tests themselves from later garbage collections."""
    gc.freeze()
    gc.enable()


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> EachItsEnd:
    return EachItsEnd(config, log)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the seed of the run, and what tests recorded as `measured`."""
    terminalreporter.write_line(f"seed of the run: WANGI_SEED={SEED}")
    for report in terminalreporter.getreports("passed"):
        for name, words in report.user_properties:
            if name == "measured":
                terminalreporter.write_line(words)


@pytest.fixture(scope="session")
def stack() -> Iterator[Stack]:
    with start_stack(is_durable=False) as started:
        if not os.environ.get("WANGI_RECORD_STATEMENTS"):
            yield started
            return
        asyncio.run(statements.begin(started.admin_url))
        with statements.marked_tests():
            yield started
        statements.keep(started.state / "logs" / "postgres.log")


@pytest.fixture(autouse=True)
def seeded(request: pytest.FixtureRequest) -> None:
    """Seed each test with the run's seed and its own name, so that it can be repeated alone."""
    random.seed(f"{SEED} {request.node.path.name} {request.node.name}")


@pytest.fixture(autouse=True)
def real_time_again() -> Iterator[None]:
    """Reset the clock and armed crashes after each test."""
    yield
    clock.reset()
    buggify.disarm()


@contextlib.asynccontextmanager
async def _opened(stack: Stack, name: str) -> AsyncIterator[Service]:
    app = importlib.import_module(f"services.{name}.main").app
    async with open_service(app, stack.parts[name] | {"ENVIRONMENT": "test"}) as service:
        gc.freeze()  # What an open service is made of stays to the end.
        yield service


@pytest.fixture(scope="session")
async def auth(stack: Stack) -> AsyncIterator[Service]:
    """Tests sign in for real, with cheap password hashes (`costly_passwords` restores the real ones). Jobs
    run on demand."""
    importlib.import_module("services.auth.main").app.state.parts.jobs = ()
    async with _opened(stack, "auth") as service:
        running = service.app.state.auth
        service.app.state.verifier.keys.pin(running.keys.public_keys)
        service.app.state.calls |= dict.fromkeys(OWNERS, Strangers())
        settings = running.settings
        # Niced threads would wait for every other process of a busy machine.
        running.passwords = Passwords(settings.password_workers, settings.password_queue, CHEAP, niceness=0)
        yield service


@pytest.fixture(scope="session")
async def auction(stack: Stack) -> AsyncIterator[Service]:
    importlib.import_module("services.auction.main").app.state.parts.jobs = ()
    async with _opened(stack, "auction") as service:
        yield service


@pytest.fixture(scope="session")
async def catalog(stack: Stack, auction: Service) -> AsyncIterator[Service]:
    importlib.import_module("services.catalog.main").app.state.parts.jobs = ()
    async with _opened(stack, "catalog") as service:
        secret = stack.passwords.internal
        service.app.state.calls["auction"] = Neighbour(auction, secret)
        auction.app.state.calls["catalog"] = Neighbour(service, secret)
        yield service


@pytest.fixture(scope="session")
async def messaging(
    stack: Stack, catalog: Service, auction: Service, boost: Service
) -> AsyncIterator[Service]:
    importlib.import_module("services.messaging.main").app.state.parts.jobs = ()
    async with _opened(stack, "messaging") as service:
        secret = stack.passwords.internal
        service.app.state.calls["catalog"] = Neighbour(catalog, secret)
        service.app.state.calls["auction"] = Neighbour(auction, secret)
        service.app.state.calls["boost"] = Neighbour(boost, secret)
        for caller in (catalog, boost):
            caller.app.state.calls["messaging"] = Neighbour(service, secret)
        boost.app.state.calls["auction"] = Neighbour(auction, secret)
        yield service


@pytest.fixture(scope="session")
async def boost(stack: Stack) -> AsyncIterator[Service]:
    importlib.import_module("services.boost.main").app.state.parts.jobs = ()
    async with _opened(stack, "boost") as service:
        yield service


@pytest.fixture(scope="session")
async def admin(stack: Stack) -> AsyncIterator[Service]:
    """A failing job ends the process."""
    importlib.import_module("services.admin.main").app.state.parts.jobs = ()
    async with _opened(stack, "admin") as service:
        service.app.state.calls |= dict.fromkeys(OWNERS, Strangers())
        yield service
