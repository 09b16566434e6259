"""Each test starts without counted guesses."""

from collections.abc import AsyncIterator

import pytest
from pydantic import SecretStr
from sqlalchemy import text

from libs.kit.testing import Service
from services.auth.accounts.password_hashing import Passwords
from services.auth.providers import service as provider_service
from services.auth.settings import ProviderSettings
from services.auth.tests.makers import somebody
from services.auth.tests.people import Boost
from tests.support.provider import CLIENT_ID, CLIENT_SECRET, FakeProvider, a_provider


@pytest.fixture(autouse=True)
async def nothing_counted_yet(request: pytest.FixtureRequest) -> None:
    if "auth" in request.fixturenames:
        auth = request.getfixturevalue("auth")
        async with auth.database.transaction() as session:
            await session.execute(text("DELETE FROM guess_counts"))
            await session.execute(text("DELETE FROM challenges"))


@pytest.fixture(autouse=True)
def no_person_has_a_bank_account(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "auth" in request.fixturenames:
        monkeypatch.setitem(request.getfixturevalue("auth").app.state.calls, "boost", Boost())


@pytest.fixture
async def to_loopback(auth: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also removes webhooks of earlier tests."""
    running = auth.app.state.auth
    settings = running.settings.model_copy(update={"wangi_webhooks_to_loopback": True})
    monkeypatch.setattr(running, "settings", settings)
    async with auth.database.transaction() as session:
        await session.execute(text("DELETE FROM webhook_endpoints"))


@pytest.fixture
def costly_passwords(auth: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    running = auth.app.state.auth
    settings = running.settings
    costly = Passwords(settings.password_workers, settings.password_queue)
    monkeypatch.setattr(running, "passwords", costly)


@pytest.fixture
async def provider(auth: Service, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeProvider]:
    async with a_provider(person=somebody()) as fake:
        settings = ProviderSettings(
            id="contoh",
            name="Contoh",
            issuer=fake.address,
            client_id=CLIENT_ID,
            client_secret=SecretStr(CLIENT_SECRET),
        )
        running = auth.app.state.auth
        monkeypatch.setattr(
            provider_service, "known_providers", {}
        )  # The port may have belonged to another test's provider.
        monkeypatch.setattr(
            running, "settings", running.settings.model_copy(update={"oidc_providers": [settings]})
        )
        yield fake
