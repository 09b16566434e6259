"""Who people are to a service: standing by facts, names by asking, nothing of the erased (decision 0011)."""

import asyncio
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from faststream import AckPolicy
from faststream.kafka import KafkaRouter

from libs.contracts.events.auth import (
    UserBanned,
    UserErased,
    UserFact,
    UserProfileChanged,
    UserRegistered,
    UserSuspended,
    UserUnbanned,
    UserVerified,
)
from libs.contracts.fact import seal
from libs.kit.events import people
from libs.kit.events.inbox import Inbox
from libs.kit.events.subscribing import Session, Subscriptions, carries, read_facts
from libs.kit.http.client import Answer
from libs.kit.http.errors import Banned, Unavailable
from libs.kit.security.tokens import Identity
from libs.kit.testing import Service, as_message
from tests.support.forgetting import finish_forgetting

pytestmark = pytest.mark.servers
AT = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
LATER = AT + timedelta(days=900)


class Auth:
    """Answer as auth does: unknown people are left out."""

    def __init__(self, **names: str) -> None:
        self.names = {int(key.removeprefix("p")): name for key, name in names.items()}
        self.standing: dict[int, str] = {}
        self.asked: list[str] = []
        self.away = False

    async def get(self, path: str) -> Answer:
        """Names for ids."""
        self.asked.append(path)
        if self.away:
            raise Unavailable
        ids = map(int, path.split("ids=")[1].split(","))
        return Answer(200, [self._person(one) for one in ids if one in self.names])

    def _person(self, user_id: int) -> dict[str, Any]:
        name = self.names[user_id]
        public = {
            "shopName": f"{name}'s",
            "image": None,
            "isSeller": True,
            "standing": self.standing.get(user_id, "active"),
        }
        return {"id": user_id, "username": name} | public


def registered(user_id: int) -> UserRegistered:
    return UserRegistered(user_id=user_id, is_seller=True, registered_at=AT)


def identity(user_id: int, username: str) -> Identity:
    return Identity(user_id, username, frozenset({"seller"}), epoch=0, token_id="t", expires_at=2**40)


async def ask(service: Service, auth: Auth) -> None:
    while await people.ask(service.database, auth):  # type: ignore[arg-type]
        pass


async def row(service: Service, user_id: int) -> dict[str, Any]:
    """What the service knows of one person."""
    (found,) = await service.rows("SELECT * FROM people WHERE user_id = :id", id=user_id)
    return found


async def test_a_new_person_has_no_name_until_auth_was_asked(boost: Service) -> None:
    """Decision 0011."""
    await boost.hear(registered(7001), registered(7002))
    assert [(await row(boost, one))["username"] for one in (7001, 7002)] == ["", ""]
    auth = Auth(p7001="mei", p7002="farid")
    await ask(boost, auth)
    assert [(await row(boost, one))["username"] for one in (7001, 7002)] == ["mei", "farid"]
    before = len(auth.asked)
    await ask(boost, auth)
    assert len(auth.asked) == before, "nobody is asked for twice"


async def test_a_change_of_the_profile_is_asked_for_again(boost: Service) -> None:
    await boost.hear(registered(7011))
    await ask(boost, Auth(p7011="old"))
    for fact in (
        UserProfileChanged(user_id=7011, changed=["username"], changed_at=AT),
        UserVerified(user_id=7011, verified_at=AT),
    ):
        await boost.hear(fact)
        assert (await row(boost, 7011))["stale"]
        await ask(boost, Auth(p7011="new"))
        assert (await row(boost, 7011))["username"] == "new"


async def test_while_auth_is_away_nothing_breaks_and_nothing_is_forgotten(boost: Service) -> None:
    auth = Auth(p7021="mei")
    auth.away = True
    await boost.hear(registered(7021))
    with pytest.raises(Unavailable):
        await people.ask(boost.database, auth)  # type: ignore[arg-type]
    assert (await row(boost, 7021))["stale"]
    auth.away = False
    await ask(boost, auth)
    assert (await row(boost, 7021))["username"] == "mei"


async def test_the_job_is_woken_by_a_commit_with_an_unknown_name(boost: Service) -> None:
    auth = Auth(p7031="mei")
    app: Any = SimpleNamespace(state=SimpleNamespace(database=boost.database, calls={"auth": auth}))
    job = asyncio.create_task(people.keep_refreshing(app))
    try:
        async with asyncio.timeout(people.POLL_SECONDS / 4):
            await boost.hear(registered(7031))
            while (await row(boost, 7031))["username"] != "mei":
                assert not job.done()
                await asyncio.sleep(0.01)
    finally:
        job.cancel()
        boost.database.after_commit.pop()


async def test_a_change_while_auth_answers_is_asked_for_once_more(boost: Service) -> None:
    """An answer that was on its way when the person changed again does not settle the matter."""
    await boost.hear(registered(7041))

    class Slow(Auth):
        async def get(self, path: str) -> Answer:
            answer = await super().get(path)
            await boost.hear(UserProfileChanged(user_id=7041, changed=["username"], changed_at=AT))
            return answer

    await people.ask(boost.database, Slow(p7041="old"))  # type: ignore[arg-type]
    assert ((await row(boost, 7041))["stale"], (await row(boost, 7041))["username"]) == (True, "")
    await ask(boost, Auth(p7041="new"))
    assert (await row(boost, 7041))["username"] == "new"


async def test_a_token_names_its_person_at_once_but_overrules_no_fact(
    boost: Service,
) -> None:
    async with boost.database.transaction() as session:
        await people.lock_actor(session, identity(7051, "mei"))
    assert (await row(boost, 7051))["username"] == "mei"
    await ask(boost, Auth(p7051="mei.tan"))
    async with boost.database.transaction() as session:
        await people.lock_actor(session, identity(7051, "mei"))
    assert (await row(boost, 7051))["username"] == "mei.tan"


async def test_standing_follows_the_facts(boost: Service) -> None:
    """ROLE-10, C9, C40."""
    await boost.hear(registered(7061))
    cases: list[tuple[UserFact, str, Any]] = [
        (UserBanned(user_id=7061, by_admin_id=None, banned_at=AT), "standing", "banned"),
        (UserUnbanned(user_id=7061, by_admin_id=1, unbanned_at=AT), "standing", "active"),
        (UserSuspended(user_id=7061, until=LATER, suspended_at=AT), "suspended_until", LATER),
        (UserSuspended(user_id=7061, until=AT, suspended_at=AT), "suspended_until", None),
    ]
    for version, (fact, column, value) in enumerate(cases, 2):
        await boost.hear(fact, version=version)
        assert (await row(boost, 7061))[column] == value, fact


async def test_a_service_that_never_heard_of_a_ban_hears_of_it_with_the_name(boost: Service) -> None:
    """U1: the fact may be older than the topic's retention, as for a service made or restored today."""
    await boost.hear(registered(7065))
    auth = Auth(p7065="mei")
    auth.standing = {7065: "banned"}
    await ask(boost, auth)
    assert (await row(boost, 7065))["standing"] == "banned"


async def test_an_erased_person_has_no_name_and_is_never_asked_for_again(boost: Service) -> None:
    """U38, P-G2."""
    await boost.hear(registered(7071))
    await ask(boost, Auth(p7071="canary"))
    await boost.hear(UserErased(user_id=7071, erased_at=AT))
    late = UserProfileChanged(user_id=7071, changed=["username"], changed_at=AT)
    await boost.hear(registered(7071), late, UserUnbanned(user_id=7071, by_admin_id=1, unbanned_at=AT))
    auth = Auth(p7071="canary")
    await ask(boost, auth)
    found = await row(boost, 7071)
    assert (found["username"], found["image"], found["standing"]) == ("", None, "erased")
    assert "7071" not in "".join(auth.asked)


async def test_an_answer_after_the_erasure_restores_no_name(boost: Service) -> None:
    """P-G2: the question was asked just before."""
    await boost.hear(registered(7081))

    class Late(Auth):
        async def get(self, path: str) -> Answer:
            answer = await super().get(path)
            await boost.hear(UserErased(user_id=7081, erased_at=AT))
            return answer

    await people.ask(boost.database, Late(p7081="canary"))  # type: ignore[arg-type]
    assert not await boost.rows("SELECT 1 FROM people WHERE username = 'canary'")


STORY: tuple[UserFact, ...] = (
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


async def test_the_whole_topic_replayed_from_zero_ends_in_the_same_table(messaging: Service) -> None:
    """P-D3: once with the inbox as it is, and once with an inbox that remembers nothing."""
    state = "SELECT * FROM people WHERE user_id BETWEEN 7091 AND 7093 ORDER BY user_id"
    auth = Auth(p7091="mei", p7092="farid")
    auth.standing = {7092: "banned"}
    messages = [as_message(seal(fact, version)) for version, fact in enumerate(STORY, 1)]
    inbox = Inbox("messaging", messaging.database, messaging.app.state.subscriptions)
    for message in messages:
        assert await inbox.handle(message) == "handled"
    await ask(messaging, auth)
    first = await messaging.rows(state)
    assert [await inbox.handle(message) for message in messages] == ["seen"] * len(messages)
    assert await messaging.rows(state) == first
    await messaging.hear(*STORY)
    await ask(messaging, auth)
    assert [one | {"news": 0} for one in await messaging.rows(state)] == [one | {"news": 0} for one in first]
    await finish_forgetting(messaging)
    assert len(await messaging.recorded("person-7093")) == 1


async def test_the_kit_and_the_service_hear_the_same_fact_in_one_transaction(boost: Service) -> None:
    """What the service's own handler breaks off leaves nothing of the kit's either."""
    router, heard = KafkaRouter(decoder=read_facts, ack_policy=AckPolicy.MANUAL), list[int]()

    @router.subscriber("wangi.users")(filter=carries(UserBanned))
    async def own(fact: UserBanned, session: Session) -> None:
        heard.append(fact.user_id)
        if len(heard) == 1:
            raise RuntimeError("a fault of ours")

    subscriptions = Subscriptions(router)
    people.hear(subscriptions)
    people.hear(subscriptions)
    inbox = Inbox("boost", boost.database, subscriptions)
    message = as_message(seal(UserBanned(user_id=7101, by_admin_id=1, banned_at=AT), 1))
    with pytest.raises(RuntimeError):
        await inbox.handle(message)
    assert not await boost.rows("SELECT 1 FROM people WHERE user_id = 7101")
    assert await inbox.handle(message) == "handled"
    assert ((await row(boost, 7101))["standing"], (await row(boost, 7101))["news"]) == ("banned", 0)
    assert heard == [7101, 7101]


async def _someone_waits(service: Service) -> bool:
    return bool(await service.rows("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"))


async def test_a_ban_waits_for_an_act_that_has_begun_and_is_not_overlooked(boost: Service) -> None:
    """P-F1, U1: an act locks the person's row, so the ban comes wholly after it and sees what was done."""
    await boost.known(7111, username="mei")
    ban = UserBanned(user_id=7111, by_admin_id=1, banned_at=AT)
    async with boost.database.transaction() as act:
        await people.lock_actor(act, identity(7111, "mei"))
        banning = asyncio.create_task(boost.hear(ban))
        while not await _someone_waits(boost):
            assert not banning.done()
    assert await banning == ["handled"]


async def test_an_act_waits_for_a_ban_that_has_begun_and_is_refused(boost: Service) -> None:
    """P-F1, U1."""
    await boost.known(7112, username="mei")

    async def act() -> None:
        async with boost.database.transaction() as session:
            await people.lock_actor(session, identity(7112, "mei"))

    async with boost.database.transaction() as ban:
        await people._banned(UserBanned(user_id=7112, by_admin_id=1, banned_at=AT), ban)
        act_task = asyncio.create_task(act())
        while not await _someone_waits(boost):
            assert not act_task.done()
    with pytest.raises(Banned):
        await act_task


async def test_many_acts_of_one_person_do_not_wait_for_each_other(boost: Service) -> None:
    """The row is shared among acts; only a ban wants it alone."""
    await boost.known(7113, username="mei")
    async with boost.database.transaction() as one, boost.database.transaction() as two:
        await people.lock_actor(one, identity(7113, "mei"))
        await people.lock_actor(two, identity(7113, "mei"))
