import pytest

from libs.kit.testing import Service
from libs.marketplace.tests.makers import paused
from services.auth.tests.makers import Browser, somebody
from services.auth.tests.people import a_form, a_person, registered
from tests.support.provider import FakeProvider

pytestmark = pytest.mark.servers


async def test_registration_is_refused_while_paused(auth: Service) -> None:
    member, form = await a_person(auth), a_form()
    taken = a_form(email=member.form["email"])
    async with paused(auth, "registration"):
        for item in (form, taken):  # Neither response reveals whether an address is known.
            answer = await auth.http.post("/api/v1/auth/register", json=item)
            assert (answer.status_code, answer.json()["code"]) == (409, "registration_paused")
        signed_in = await auth.http.post(
            "/api/v1/auth/login", json={name: member.form[name] for name in ("username", "password")}
        )
        assert signed_in.status_code == 200
    await registered(auth, **form)


async def test_provider_signs_in_existing_accounts_only_while_paused(
    auth: Service, provider: FakeProvider
) -> None:
    assert (await Browser(auth).sign_in()).status_code == 200
    member = provider.person
    async with paused(auth, "registration"):
        assert (await Browser(auth).sign_in()).status_code == 200
        provider.person = somebody()
        assert await Browser(auth).round() == {"error": "registration_paused"}
    assert (await Browser(auth).sign_in()).status_code == 200
    assert provider.person != member
