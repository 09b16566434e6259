import pytest

from libs.contracts.event import make_envelope
from libs.contracts.events import trades
from libs.kit.events.inbox import Inbox
from libs.kit.testing import Service, as_message
from services.auth.tests.people import a_person
from services.auth.tests.receivers import a_receiver, a_webhook, listener, send_all
from services.auth.tests.webhook_news import NOW, a_bid, a_deal, news
from services.auth.webhooks.events import RULES, messages_of
from services.auth.webhooks.rules import WEBHOOK_EVENTS, scope_of

pytestmark = [pytest.mark.servers, pytest.mark.usefixtures("to_loopback")]


@pytest.mark.parametrize("event", WEBHOOK_EVENTS)
async def test_each_webhook_event_reaches_only_its_people(auth: Service, event: str) -> None:
    async with a_receiver() as receiver, a_receiver() as other, a_receiver() as third:
        person, _ = await listener(auth, receiver, *WEBHOOK_EVENTS)
        buyer, _ = await listener(auth, other, *WEBHOOK_EVENTS)
        await listener(auth, third, *WEBHOOK_EVENTS)
        assert await auth.deliver(news(person.id, buyer.id)[event]) == ["handled"]
        await send_all(auth)
        assert (receiver.events, third.events) == ([event], [])
        assert other.events == ([event] if event.split(".")[0] in ("order", "payment", "dispute") else [])
        body = receiver.came[0][1]
    for words in ("Oud", "Verrane", "My words", "LOT-X", "a***z"):
        assert words not in body, "no one's words are sent"
    assert set(receiver.messages[0]) == {"type", "timestamp", "data"}


def test_every_webhook_event_is_covered_and_has_a_scope() -> None:
    tried = news(1, 2)
    assert set(tried) == set(WEBHOOK_EVENTS)
    assert {type(event) for event in tried.values()} == set(RULES)
    assert {scope_of(event) for event in WEBHOOK_EVENTS} == {
        "account:read",
        "listings:read",
        "orders:read",
    }
    step = trades.ActionConfirmed(
        **a_deal(1, 2), message_id=9, action_type="INITIATE", actor_id=2, confirmed_at=NOW()
    )
    assert messages_of(step) == []


async def test_bid_webhook_has_ringgit_and_no_bidder(auth: Service) -> None:
    async with a_receiver() as receiver:
        person, _ = await listener(auth, receiver, "bid.placed")
        await auth.deliver(a_bid(person.id))
        await send_all(auth)
        data = receiver.messages[0]["data"]
    assert (data["amount"], data["minimumBid"], data["bidCount"]) == (120.5, 125.5, 3)
    assert set(data) == {
        "auctionId", "productId", "bidId", "amount", "bidCount", "minimumBid", "endsAt", "reserveMet",
    }  # fmt: skip


async def test_only_subscribed_events_are_sent(auth: Service) -> None:
    async with a_receiver() as receiver:
        person, _ = await listener(auth, receiver, "auction.ended")
        context = news(person.id, 2)
        await auth.deliver(context["bid.placed"], context["auction.ended"], context["order.opened"])
        await send_all(auth)
        assert receiver.events == ["auction.ended"]


async def test_duplicate_event_is_delivered_once(auth: Service) -> None:
    async with a_receiver() as receiver:
        person, _ = await listener(auth, receiver, "bid.placed")
        inbox = Inbox(auth.app.state.name, auth.database, auth.app.state.subscriptions)
        message = as_message(make_envelope(a_bid(person.id), 1))
        await inbox.handle(message)
        await inbox.handle(message)
        await send_all(auth)
        assert len(receiver.came) == 1


async def test_both_sides_and_all_endpoints_share_a_message_id(auth: Service) -> None:
    async with a_receiver() as receiver:
        person, _ = await listener(auth, receiver, "order.paid")
        await a_webhook(person, url=receiver.address, events=["order.paid"])
        buyer, _ = await listener(auth, receiver, "order.paid")
        await auth.deliver(news(person.id, buyer.id)["order.paid"])
        await send_all(auth)
        assert len(receiver.ids) == 3
        assert len(set(receiver.ids)) == 1


async def test_person_without_webhooks_creates_no_rows(auth: Service) -> None:
    person = await a_person(auth)
    before = await auth.rows("SELECT count(*) AS n FROM webhook_deliveries")
    await auth.deliver(a_bid(person.id), news(person.id, 2)["auction.ended"])
    assert await auth.rows("SELECT count(*) AS n FROM webhook_deliveries") == before
