"""One stack of real servers for all tests of a run; services open on it in process."""

import contextlib
import importlib
from collections.abc import AsyncIterator, Iterator

import pytest

from deploy.local.stack import Stack
from deploy.local.stack import stack as start_stack
from libs.kit.process import buggify, clock
from libs.kit.testing import Neighbour, Service, open_service


@pytest.fixture(scope="session")
def stack() -> Iterator[Stack]:
    """PostgreSQL, Redis and Kafka with roles, schemas, topics and migrations."""
    with start_stack() as started:
        yield started


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
    """The auth service; it signs with its own key, so tests sign in for real. Its jobs run when a test says so."""
    importlib.import_module("services.auth.main").app.state.parts.jobs = ()
    async with _opened(stack, "auth") as service:
        service.app.state.verifier.keys.pin(service.app.state.office.keys.public_keys)
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
async def messaging(stack: Stack) -> AsyncIterator[Service]:
    """The messaging service. Its jobs run when a test says so."""
    importlib.import_module("services.messaging.main").app.state.parts.jobs = ()
    async with _opened(stack, "messaging") as service:
        yield service


@pytest.fixture(scope="session")
async def boost(stack: Stack) -> AsyncIterator[Service]:
    """The boost service. Its jobs run when a test says so."""
    importlib.import_module("services.boost.main").app.state.parts.jobs = ()
    async with _opened(stack, "boost") as service:
        yield service


@pytest.fixture(scope="session")
async def admin(stack: Stack) -> AsyncIterator[Service]:
    """The admin service."""
    async with _opened(stack, "admin") as service:
        yield service
