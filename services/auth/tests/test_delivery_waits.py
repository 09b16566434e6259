import contextlib
from datetime import timedelta

import pytest
from prometheus_client import REGISTRY

from libs.contracts.events.catalog import SavedSearchMatched
from libs.kit.errors import Unavailable
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.notifications.service import notify_matches
from services.auth.tests.people import Person, a_person, mails_to
from services.auth.tests.receivers import a_receiver, listener, send_all
from services.auth.tests.webhook_news import a_bid

pytestmark = pytest.mark.servers


def counts_of(way: str) -> tuple[float, float]:
    within = REGISTRY.get_sample_value("delivery_wait_seconds_bucket", {"way": way, "le": "60.0"})
    return within or 0.0, REGISTRY.get_sample_value("delivery_wait_seconds_count", {"way": way}) or 0.0


def a_match(reader: Person, number: int, *, ago: int) -> SavedSearchMatched:
    return SavedSearchMatched(
        user_id=reader.id, seller_id=reader.id, saved_search_id=number, matches=1, product_ids=[5], price=39_000,
        name="Blanc Matin", brand="Verrane", by_mail=True, matched_at=clock.about_now() - timedelta(seconds=ago),
    )  # fmt: skip


async def test_late_notification_is_counted_late(auth: Service) -> None:
    reader = await a_person(auth)
    within, total = counts_of("notice")
    await auth.deliver(a_match(reader, 97_001, ago=0))
    assert counts_of("notice") == (within + 1, total + 1)
    await auth.deliver(a_match(reader, 97_002, ago=90))
    assert counts_of("notice") == (within + 1, total + 2)


async def test_notification_is_counted_only_if_committed(auth: Service) -> None:
    reader = await a_person(auth)
    _, total = counts_of("notice")
    with contextlib.suppress(Unavailable):
        async with auth.database.transaction() as session:
            await notify_matches(session, a_match(reader, 97_005, ago=90))
            raise Unavailable
    assert counts_of("notice")[1] == total
    await auth.deliver(a_match(reader, 97_005, ago=90))
    assert counts_of("notice")[1] == total + 1


async def test_late_mail_is_counted_late_when_sent(auth: Service) -> None:
    clock.forward(days=1)  # Delayed deliveries of earlier tests go first.
    reader = await a_person(auth)
    await mails_to(auth, reader.form["email"])
    within, total = counts_of("mail")
    await auth.deliver(a_match(reader, 97_003, ago=0))
    await mails_to(auth, reader.form["email"])
    assert counts_of("mail") == (within + 1, total + 1)
    await auth.deliver(a_match(reader, 97_004, ago=0))
    clock.forward(seconds=90)
    await mails_to(auth, reader.form["email"])
    assert counts_of("mail") == (within + 1, total + 2)


@pytest.mark.usefixtures("to_loopback")
async def test_webhook_lateness_uses_the_first_attempt(auth: Service) -> None:
    async with a_receiver(status=503) as receiver:
        person, _ = await listener(auth, receiver, "bid.placed")
        await auth.deliver(a_bid(person.id))
        within, total = counts_of("webhook")
        await send_all(auth)
        assert counts_of("webhook") == (within + 1, total + 1)
        clock.forward(hours=1)
        await send_all(auth)
        assert len(receiver.came) == 2
        assert counts_of("webhook") == (within + 1, total + 1), "its receiver made it wait"
        await auth.deliver(a_bid(person.id, bid_id=44))
        clock.forward(seconds=90)
        await send_all(auth)
        assert counts_of("webhook") == (within + 1, total + 1), "it made what came behind wait too"
    async with a_receiver() as receiver:
        person, _ = await listener(auth, receiver, "bid.placed")
        await auth.deliver(a_bid(person.id, bid_id=45))
        clock.forward(seconds=90)
        await send_all(auth)
        assert counts_of("webhook") == (within + 1, total + 2)
