import asyncio
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from libs.contracts.event import make_envelope
from libs.contracts.events.auth import (
    UserBanned,
    UserErased,
    UserEvent,
    UserProfileChanged,
    UserRegistered,
    UserSuspended,
    UserUnbanned,
    UserVerified,
)
from libs.kit.errors import Unavailable
from libs.kit.events.inbox import Inbox
from libs.kit.http.client import Answer
from libs.kit.testing import Service, as_message
from libs.marketplace import people
from libs.marketplace.tests.makers import AT, identity, row
from tests.support.forgetting import finish_forgetting

pytestmark = pytest.mark.servers


LATER = AT + timedelta(days=900)


class Auth:
    def __init__(self, **names: str) -> None:
        self.names = {int(key.removeprefix("p")): name for key, name in names.items()}
        self.account_status: dict[int, str] = {}
        self.asked: list[str] = []
        self.away = False

    async def get(self, path: str) -> Answer:
        self.asked.append(path)
        if self.away:
            raise Unavailable
        ids = map(int, path.split("ids=")[1].split(","))
        return Answer(200, [self._person(item_id) for item_id in ids if item_id in self.names])

    def _person(self, user_id: int) -> dict[str, Any]:
        name = self.names[user_id]
        public = {
            "shopName": f"{name}'s",
            "image": None,
            "isSeller": True,
            "accountStatus": self.account_status.get(user_id, "active"),
        }
        return {"id": user_id, "username": name} | public


def registered(user_id: int) -> UserRegistered:
    return UserRegistered(user_id=user_id, is_seller=True, registered_at=AT)


async def ask(service: Service, auth: Auth) -> None:
    while await people.request_names(service.database, auth):  # type: ignore[arg-type]
        pass


async def test_new_person_has_no_name_until_auth_answers(boost: Service) -> None:
    await boost.deliver(registered(7001), registered(7002))
    assert [(await row(boost, item))["username"] for item in (7001, 7002)] == ["", ""]
    auth = Auth(p7001="mei", p7002="farid")
    await ask(boost, auth)
    assert [(await row(boost, item))["username"] for item in (7001, 7002)] == ["mei", "farid"]
    before = len(auth.asked)
    await ask(boost, auth)
    assert len(auth.asked) == before, "nobody is asked for twice"


async def test_changed_profile_is_queried_again(boost: Service) -> None:
    await boost.deliver(registered(7011))
    await ask(boost, Auth(p7011="old"))
    for event in (
        UserProfileChanged(user_id=7011, changed=["username"], changed_at=AT),
        UserVerified(user_id=7011, verified_at=AT),
    ):
        await boost.deliver(event)
        assert (await row(boost, 7011))["stale"]
        await ask(boost, Auth(p7011="new"))
        assert (await row(boost, 7011))["username"] == "new"


async def test_unavailable_auth_breaks_and_loses_nothing(boost: Service) -> None:
    auth = Auth(p7021="mei")
    auth.away = True
    await boost.deliver(registered(7021))
    with pytest.raises(Unavailable):
        await people.request_names(boost.database, auth)  # type: ignore[arg-type]
    assert (await row(boost, 7021))["stale"]
    auth.away = False
    await ask(boost, auth)
    assert (await row(boost, 7021))["username"] == "mei"


async def test_commit_of_unnamed_person_wakes_the_job(boost: Service) -> None:
    auth = Auth(p7031="mei")
    app: Any = SimpleNamespace(state=SimpleNamespace(database=boost.database, calls={"auth": auth}))
    job = asyncio.create_task(people.keep_refreshing(app))
    try:
        async with asyncio.timeout(people.POLL_SECONDS / 4):
            await boost.deliver(registered(7031))
            while (await row(boost, 7031))["username"] != "mei":
                assert not job.done()
                await asyncio.sleep(0.01)
    finally:
        job.cancel()
        boost.database.after_commit.pop()


async def test_change_during_query_is_queried_again(boost: Service) -> None:
    await boost.deliver(registered(7041))

    class Slow(Auth):
        async def get(self, path: str) -> Answer:
            answer = await super().get(path)
            await boost.deliver(UserProfileChanged(user_id=7041, changed=["username"], changed_at=AT))
            return answer

    await people.request_names(boost.database, Slow(p7041="old"))  # type: ignore[arg-type]
    assert ((await row(boost, 7041))["stale"], (await row(boost, 7041))["username"]) == (True, "")
    await ask(boost, Auth(p7041="new"))
    assert (await row(boost, 7041))["username"] == "new"


async def test_token_names_a_new_person_and_never_renames(
    boost: Service,
) -> None:
    async with boost.database.transaction() as session:
        await people.lock_actor(session, identity(7051, "mei"))
    assert (await row(boost, 7051))["username"] == "mei"
    await ask(boost, Auth(p7051="mei.tan"))
    async with boost.database.transaction() as session:
        await people.lock_actor(session, identity(7051, "mei"))
    assert (await row(boost, 7051))["username"] == "mei.tan"


async def test_account_status_follows_events(boost: Service) -> None:
    """ROLE-10, C9, C40"""
    await boost.deliver(registered(7061))
    cases: list[tuple[UserEvent, str, Any]] = [
        (UserBanned(user_id=7061, by_admin_id=None, banned_at=AT), "account_status", "banned"),
        (UserUnbanned(user_id=7061, by_admin_id=1, unbanned_at=AT), "account_status", "active"),
        (UserSuspended(user_id=7061, until=LATER, suspended_at=AT), "suspended_until", LATER),
        (UserSuspended(user_id=7061, until=AT, suspended_at=AT), "suspended_until", None),
    ]
    for version, (event, column, value) in enumerate(cases, 2):
        await boost.deliver(event, version=version)
        assert (await row(boost, 7061))[column] == value, event


async def test_service_that_missed_a_ban_learns_it_with_the_name(boost: Service) -> None:
    """U1"""
    await boost.deliver(registered(7065))
    auth = Auth(p7065="mei")
    auth.account_status = {7065: "banned"}
    await ask(boost, auth)
    assert (await row(boost, 7065))["account_status"] == "banned"


async def test_erased_person_is_never_named_again(boost: Service) -> None:
    """U38, P-G2"""
    await boost.deliver(registered(7071))
    await ask(boost, Auth(p7071="canary"))
    await boost.deliver(UserErased(user_id=7071, erased_at=AT))
    late = UserProfileChanged(user_id=7071, changed=["username"], changed_at=AT)
    await boost.deliver(registered(7071), late, UserUnbanned(user_id=7071, by_admin_id=1, unbanned_at=AT))
    auth = Auth(p7071="canary")
    await ask(boost, auth)
    found = await row(boost, 7071)
    assert (found["username"], found["image"], found["account_status"]) == ("", None, "erased")
    assert "7071" not in "".join(auth.asked)


async def test_answer_after_erasure_stores_no_name(boost: Service) -> None:
    """P-G2"""
    await boost.deliver(registered(7081))

    class Late(Auth):
        async def get(self, path: str) -> Answer:
            answer = await super().get(path)
            await boost.deliver(UserErased(user_id=7081, erased_at=AT))
            return answer

    await people.request_names(boost.database, Late(p7081="canary"))  # type: ignore[arg-type]
    assert not await boost.rows("SELECT 1 FROM people WHERE username = 'canary'")


STORY: tuple[UserEvent, ...] = (
    registered(7091),
    UserVerified(user_id=7091, verified_at=AT),
    UserBanned(user_id=7091, by_admin_id=1, banned_at=AT),
    UserUnbanned(user_id=7091, by_admin_id=1, unbanned_at=AT),
    UserSuspended(user_id=7091, until=LATER, suspended_at=AT),
    registered(7092),
    UserBanned(user_id=7092, by_admin_id=1, banned_at=AT),
    registered(7093),
    UserErased(user_id=7093, erased_at=AT),
)


async def test_replay_of_whole_topic_gives_the_same_table(messaging: Service) -> None:
    """P-D3"""
    state = "SELECT * FROM people WHERE user_id BETWEEN 7091 AND 7093 ORDER BY user_id"
    auth = Auth(p7091="mei", p7092="farid")
    auth.account_status = {7092: "banned"}
    messages = [as_message(make_envelope(event, version)) for version, event in enumerate(STORY, 1)]
    inbox = Inbox("messaging", messaging.database, messaging.app.state.subscriptions)
    for message in messages:
        assert await inbox.handle(message) == "handled"
    await ask(messaging, auth)
    first = await messaging.rows(state)
    assert [await inbox.handle(message) for message in messages] == ["seen"] * len(messages)
    assert await messaging.rows(state) == first
    await messaging.deliver(*STORY)
    await ask(messaging, auth)
    assert [item | {"news": 0} for item in await messaging.rows(state)] == [
        item | {"news": 0} for item in first
    ]
    await finish_forgetting(messaging)
    assert len(await messaging.recorded("person-7093")) == 1
