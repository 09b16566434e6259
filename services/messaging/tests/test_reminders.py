import pytest

from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from libs.marketplace.testing import add_person
from services.messaging import reminders
from services.messaging.tests.makers import BUYER, SELLER, deal_events, know_people, order, paid
from services.messaging.tests.texts import write

pytestmark = pytest.mark.servers


AMIR, SITI = 9501, 9502


@pytest.fixture(autouse=True)
async def people(messaging: Service) -> None:
    await know_people(messaging)
    for user_id, name in ((AMIR, "amir"), (SITI, "siti")):
        await add_person(messaging, user_id, username=name)


async def conversation(messaging: Service, reader: int, other: int) -> int:
    answer = await messaging.http.get(f"/api/conversations/{other}", headers=signed_in(reader))
    return int(answer.json()["id"])


async def recorded_reminders(messaging: Service, number: int) -> list[dict[str, object]]:
    while await reminders.notify_unread(messaging.database) == reminders.AT_ONCE:
        pass  # Skips messages of other tests.
    rows = await messaging.recorded(number)
    return [row["data"] for row in rows if ".MessagesUnread." in row["type"]]


async def test_unread_messages_are_mailed_once_until_read(messaging: Service) -> None:
    last = (await write(messaging, AMIR, SITI, "one")).json()["id"]
    number = await conversation(messaging, SITI, AMIR)
    assert await recorded_reminders(messaging, number) == []
    clock.forward(minutes=11)
    (event,) = await recorded_reminders(messaging, number)
    assert (event["readerId"], event["senderId"], event["messageId"]) == (SITI, AMIR, last)
    assert "one" not in str(event)
    await write(messaging, AMIR, SITI, "two")
    clock.forward(minutes=60)
    assert len(await recorded_reminders(messaging, number)) == 1
    await messaging.http.post("/api/messages/read", json={"senderId": AMIR}, headers=signed_in(SITI))
    await write(messaging, AMIR, SITI, "three")
    assert len(await recorded_reminders(messaging, number)) == 1
    clock.forward(minutes=11)
    assert len(await recorded_reminders(messaging, number)) == 2


async def test_muted_conversation_is_not_notified(messaging: Service) -> None:
    await write(messaging, AMIR, SITI, "hello")
    path = f"/api/conversations/{AMIR}"
    await messaging.http.patch(path, json={"isMuted": True}, headers=signed_in(SITI))
    number = await conversation(messaging, SITI, AMIR)
    before = await recorded_reminders(messaging, number)
    await messaging.http.post("/api/messages/read", json={"senderId": AMIR}, headers=signed_in(SITI))
    await write(messaging, AMIR, SITI, "again")
    clock.forward(minutes=11)
    assert await recorded_reminders(messaging, number) == before
    sent = [row["data"] for row in await messaging.recorded(number) if ".MessageSent." in row["type"]]
    assert sent[-1]["notifiesReceiver"] is False
    await messaging.http.patch(path, json={"isMuted": False}, headers=signed_in(SITI))


async def test_idle_deal_reminds_twice_and_keeps_its_state(messaging: Service, catalog: Service) -> None:
    """U28"""
    _, deal_id = await paid(messaging, catalog)

    async def numbers() -> list[tuple[object, object]]:
        while await reminders.remind_of_deals(messaging.database):
            pass  # Skips deals of other tests.
        events = [
            row["data"] for row in await deal_events(messaging, deal_id) if ".DealReminded." in row["type"]
        ]
        return [(event["number"], event["waitsFor"]) for event in events]

    assert await numbers() == []
    clock.forward(hours=25)
    assert await numbers() == [(1, "seller")]
    assert await numbers() == [(1, "seller")]
    clock.forward(hours=48)
    assert await numbers() == [(1, "seller"), (2, "seller")]
    clock.forward(hours=500)
    assert await numbers() == [(1, "seller"), (2, "seller")]
    shown = await order(messaging, BUYER, deal_id)
    assert [line["kind"] for line in shown["timeline"]].count("reminded") == 2
    assert shown["status"] == (await order(messaging, SELLER, deal_id))["status"] == "processing"
