import asyncio

import pytest
from faststream import AckPolicy
from faststream.kafka import KafkaRouter

from libs.contracts.event import make_envelope
from libs.contracts.events.auth import (
    UserBanned,
)
from libs.kit.events.inbox import Inbox
from libs.kit.events.subscribing import Session, Subscriptions, carries, read_events
from libs.kit.testing import Service, as_message
from libs.marketplace import people
from libs.marketplace.errors import Banned
from libs.marketplace.testing import add_person
from libs.marketplace.tests.makers import AT, identity, row

pytestmark = pytest.mark.servers


async def test_kit_and_service_handlers_share_a_transaction(boost: Service) -> None:
    router, handled = KafkaRouter(decoder=read_events, ack_policy=AckPolicy.MANUAL), list[int]()

    @router.subscriber("wangi.users")(filter=carries(UserBanned))
    async def own(event: UserBanned, session: Session) -> None:
        handled.append(event.user_id)
        if len(handled) == 1:
            raise RuntimeError("a fault of ours")

    subscriptions = Subscriptions(router)
    people.subscribe(subscriptions)
    people.subscribe(subscriptions)
    inbox = Inbox("boost", boost.database, subscriptions)
    message = as_message(make_envelope(UserBanned(user_id=7101, by_admin_id=1, banned_at=AT), 1))
    with pytest.raises(RuntimeError):
        await inbox.handle(message)
    assert not await boost.rows("SELECT 1 FROM people WHERE user_id = 7101")
    assert await inbox.handle(message) == "handled"
    assert ((await row(boost, 7101))["account_status"], (await row(boost, 7101))["news"]) == ("banned", 0)
    assert handled == [7101, 7101]


async def _someone_waits(service: Service) -> bool:
    return bool(await service.rows("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"))


async def test_ban_waits_for_running_actions(boost: Service) -> None:
    """P-F1, U1"""
    await add_person(boost, 7111, username="mei")
    ban = UserBanned(user_id=7111, by_admin_id=1, banned_at=AT)
    async with boost.database.transaction() as act:
        await people.lock_actor(act, identity(7111, "mei"))
        banning = asyncio.create_task(boost.deliver(ban))
        while not await _someone_waits(boost):
            assert not banning.done()
    assert await banning == ["handled"]


async def test_action_waits_for_running_ban_and_is_refused(boost: Service) -> None:
    """P-F1, U1"""
    await add_person(boost, 7112, username="mei")

    async def act() -> None:
        async with boost.database.transaction() as session:
            await people.lock_actor(session, identity(7112, "mei"))

    async with boost.database.transaction() as ban:
        await people.store_ban(UserBanned(user_id=7112, by_admin_id=1, banned_at=AT), ban)
        act_task = asyncio.create_task(act())
        while not await _someone_waits(boost):
            assert not act_task.done()
    with pytest.raises(Banned):
        await act_task


async def test_actions_of_one_person_do_not_wait_for_each_other(boost: Service) -> None:
    await add_person(boost, 7113, username="mei")
    async with boost.database.transaction() as one, boost.database.transaction() as two:
        await people.lock_actor(one, identity(7113, "mei"))
        await people.lock_actor(two, identity(7113, "mei"))
