from collections.abc import AsyncIterator, Iterator

import pytest

from deploy.billplz.bank import Bank
from libs.kit.testing import Service
from services.boost.tests.till import Till, a_sandbox, a_till
from services.boost.tests.trades import Deals


@pytest.fixture(scope="session")
async def sandbox() -> AsyncIterator[Bank]:
    async with a_sandbox() as bank:
        yield bank


@pytest.fixture
async def till(boost: Service, sandbox: Bank) -> AsyncIterator[Till]:
    async with a_till(boost, sandbox) as made:
        yield made


@pytest.fixture(autouse=True)
def decisions_move_money_at_once(request: pytest.FixtureRequest) -> Iterator[None]:
    """Except in tests of appeals."""
    if "boost" not in request.fixturenames:
        yield
        return
    state = request.getfixturevalue("boost").app.state
    own = state.settings
    state.settings = own.model_copy(update={"wangi_dispute_appeal_hours": 0})
    yield
    state.settings = own


@pytest.fixture(autouse=True)
def messaging_knows_trades(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "boost" in request.fixturenames:
        calls = request.getfixturevalue("boost").app.state.calls
        monkeypatch.setitem(calls, "messaging", Deals())


@pytest.fixture
def appealable(till: Till, decisions_move_money_at_once: None) -> Iterator[Till]:
    """Decisions of staff may be appealed for two days."""
    state = till.boost.app.state
    own = state.settings
    state.settings = own.model_copy(update={"wangi_dispute_appeal_hours": 48})
    yield till
    state.settings = own
