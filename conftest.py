"""One stack of real servers for all tests of a worker; services open on it in process."""

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

from deploy.local.stack import Stack
from deploy.local.stack import stack as start_stack
from libs.kit.db.database import LIMITS
from libs.kit.process import buggify, clock
from libs.kit.testing import Neighbour, Service, open_service
from services.auth.accounts.password_hashing import Passwords
from tests.support import statements
from tests.support.workers import EachItsEnd, put_in_order

# Of what the tests of auth cost, a third was hashing.
CHEAP = Argon2Hasher(memory_cost=8, time_cost=1, parallelism=1)


# A machine of tests may do much else: what is refused because it took too long is the subject of few of them.
LIMITS.update(statement_timeout="30000", lock_timeout="5s")


# One number for a whole run, the same in each worker: `WANGI_SEED=... make test` repeats what was random.
SEED = os.environ.setdefault("WANGI_SEED", str(random.SystemRandom().randrange(10**6)))


# How fast inputs are generated says nothing on a machine that does much else.
settings.register_profile("wangi", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("wangi")

# A development tool brings `rich`, whose picture of a traceback takes up to a second; tests log thousands.
structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ]
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run ordinary tests first, and what needs the machine for itself last."""
    put_in_order(items)


def pytest_collection() -> None:
    """Collect no garbage while tests are collected: of 13 s it took 5."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Let no later collection of garbage walk over what the tests themselves are made of."""
    gc.freeze()
    gc.enable()


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> EachItsEnd:
    """Hand out whole files, and to each worker its end."""
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
    """PostgreSQL, Redis and Kafka with roles, schemas, topics and migrations."""
    with start_stack() as started:
        if not os.environ.get("WANGI_RECORD_STATEMENTS"):
            yield started
            return
        asyncio.run(statements.begin(started.admin_url))
        with statements.marked_tests():
            yield started
        statements.keep(started.state / "logs" / "postgres.log")


@pytest.fixture(autouse=True)
def seeded(request: pytest.FixtureRequest) -> None:
    """Begin each test with the run's seed and its own name, so that it alone can be repeated."""
    random.seed(f"{SEED} {request.node.path.name} {request.node.name}")


@pytest.fixture(autouse=True)
def real_time_again() -> Iterator[None]:
    """A test that moved the clock or armed a crash leaves nothing behind."""
    yield
    clock.reset()
    buggify.disarm()


@contextlib.asynccontextmanager
async def _opened(stack: Stack, name: str) -> AsyncIterator[Service]:
    app = importlib.import_module(f"services.{name}.main").app
    async with open_service(app, stack.parts[name] | {"ENVIRONMENT": "test"}) as service:
        yield service


@pytest.fixture(scope="session")
async def auth(stack: Stack) -> AsyncIterator[Service]:
    """The auth service; it signs with its own key, so tests sign in for real, with passwords whose hash costs
    next to nothing (`costly_passwords` brings back the real one). Its jobs run when a test says so."""
    importlib.import_module("services.auth.main").app.state.parts.jobs = ()
    async with _opened(stack, "auth") as service:
        running = service.app.state.auth
        service.app.state.verifier.keys.pin(running.keys.public_keys)
        settings = running.settings
        running.passwords = Passwords(settings.password_workers, settings.password_queue, CHEAP)
        yield service


@pytest.fixture(scope="session")
async def auction(stack: Stack) -> AsyncIterator[Service]:
    """The auction service, with catalog as its neighbour. Its jobs run when a test says so."""
    importlib.import_module("services.auction.main").app.state.parts.jobs = ()
    async with _opened(stack, "auction") as service:
        yield service


@pytest.fixture(scope="session")
async def catalog(stack: Stack, auction: Service) -> AsyncIterator[Service]:
    """The catalog service, with auction as its neighbour. Its jobs run when a test says so."""
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
    """The messaging service, with catalog, auction and boost as its neighbours. Its jobs run when a test says
    so."""
    importlib.import_module("services.messaging.main").app.state.parts.jobs = ()
    async with _opened(stack, "messaging") as service:
        secret = stack.passwords.internal
        service.app.state.calls["catalog"] = Neighbour(catalog, secret)
        service.app.state.calls["auction"] = Neighbour(auction, secret)
        service.app.state.calls["boost"] = Neighbour(boost, secret)
        for caller in (catalog, boost):
            caller.app.state.calls["messaging"] = Neighbour(service, secret)
        yield service


@pytest.fixture(scope="session")
async def boost(stack: Stack) -> AsyncIterator[Service]:
    """The boost service. Its jobs run when a test says so."""
    importlib.import_module("services.boost.main").app.state.parts.jobs = ()
    async with _opened(stack, "boost") as service:
        yield service


@pytest.fixture(scope="session")
async def admin(stack: Stack) -> AsyncIterator[Service]:
    """The admin service. Its jobs run when a test says so: one that fails ends its process."""
    importlib.import_module("services.admin.main").app.state.parts.jobs = ()
    async with _opened(stack, "admin") as service:
        yield service
