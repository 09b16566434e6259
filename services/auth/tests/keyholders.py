from typing import Any

from libs.kit.security.tokens import Identity
from libs.kit.testing import Service
from services.auth.tests.people import PASSWORD, Person


def own_keys(person: Person) -> str:
    return f"/api/user/{person.id}/api-keys"


async def ask_for_key(person: Person, **changes: Any) -> Any:
    form = {"name": "Stock sync", "scopes": ["read", "account:read"], "password": PASSWORD} | changes
    return await person.call("POST", own_keys(person), json=form)


async def a_key(person: Person, **changes: Any) -> Any:
    answer = await ask_for_key(person, **changes)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def rotated(person: Person, key_id: int, *, end_now: bool = False) -> Any:
    form = {"endNow": end_now, "password": PASSWORD}
    answer = await person.call("POST", f"{own_keys(person)}/{key_id}/rotate", json=form)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def exchange(auth: Service, key: Any) -> Any:
    secret = auth.app.state.settings.internal_secret.get_secret_value()
    headers = {"X-Internal-Secret": secret}
    return await auth.http.post("/internal/api-keys/token", json={"key": key}, headers=headers)


async def counts(auth: Service, key: str) -> bool:
    answer = await exchange(auth, key)
    assert answer.status_code == 200, answer.text
    return answer.json()["token"] is not None


async def identity_of(auth: Service, key: str) -> Identity:
    token = (await exchange(auth, key)).json()["token"]
    identity: Identity = await auth.app.state.verifier.verify(token)
    return identity
