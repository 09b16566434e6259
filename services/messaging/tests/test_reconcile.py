import itertools
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import httpx2
import pytest

from deploy.local.stack import Stack
from libs.kit.db.database import Database
from libs.kit.events import reconcile
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from libs.marketplace.testing import add_person
from services.messaging.offers.service import expire_offers
from services.messaging.queries import BOOKS
from services.messaging.tests.auctions import Market
from services.messaging.tests.makers import (
    BUYER,
    SELLER,
    SELLING,
    confirm,
    for_sale,
    know_people,
    offer,
    open_card,
    paid,
    thread,
)
from services.messaging.tests.sellers import Trader

pytestmark = pytest.mark.servers


# New people for each test, because broken rows remain.
_people = itertools.count(9_700)


@pytest.fixture
async def owner(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[asyncpg.Connection]:
    """May change what the service's role may not."""
    monkeypatch.setattr(reconcile, "MAX_SHOWN", 10**6)
    connection = await asyncpg.connect(stack.admin_url.rsplit("/", 1)[0] + "/wangi")
    await connection.execute("SET search_path = messaging")
    yield connection
    await connection.close()


async def differences(stack: Stack, topic: str, *keys: object) -> list[str]:
    """Other tests leave differences of their own."""
    (books,) = (book for book in BOOKS if book.topic == f"wangi.{topic}")
    database = Database(stack.database_urls["migrator"], "messaging", pool_size=1)
    try:
        found = await reconcile.reconcile(books, database, stack.servers.kafka_bootstrap)
    finally:
        await database.close()
    wanted = {f"wangi.{topic} {key}" for key in keys}
    return [words for words in found.differences if words.split(": ")[0] in wanted]


async def all_are_reported(
    stack: Stack, owner: asyncpg.Connection, topic: str, ids: list[int], changes: list[tuple[str, str]]
) -> None:
    assert await differences(stack, topic, *ids) == []
    await owner.execute("SET session_replication_role = replica")  # Disables foreign keys.
    for key, (change, _) in zip(ids, changes, strict=True):
        await owner.execute(change, key)
    found = await differences(stack, topic, *ids)
    for key, (change, words) in zip(ids, changes, strict=True):
        (given,) = [item for item in found if item.split(": ")[0] == f"wangi.{topic} {key}"]
        assert words in given, change


async def post(messaging: Service, person: int, path: str, **body: Any) -> httpx2.Response:
    answer = await messaging.http.post(f"/api{path}", json=body or None, headers=signed_in(person))
    assert answer.status_code in (200, 201), answer.text
    return answer


async def a_conversation(messaging: Service) -> tuple[int, int, int]:
    """Returns the ids of the people and their messages."""
    ana, ben = next(_people), next(_people)
    for user_id in (ana, ben):
        await add_person(messaging, user_id, username=f"talker{user_id}")
    for n in range(3):
        await post(messaging, ana, "/messages", receiverId=ben, content=f"{n}")
    answer = (await post(messaging, ben, "/messages", receiverId=ana, content="well")).json()
    second = (await thread(messaging, ana, ben))[1]
    await post(messaging, ben, "/messages/read", messageId=second["id"])
    gone = await messaging.http.delete(f"/api/messages/{answer['id']}", headers=signed_in(ben))
    assert gone.status_code == 200, gone.text
    return answer["conversationId"], ana, ben


async def a_reviewed_deal(messaging: Service, catalog: Service) -> int:
    await know_people(messaging)
    _, deal_id = await paid(messaging, catalog)
    ship = {"courier": "gdex", "trackingNumber": "123456789012"}
    await post(messaging, SELLER, f"/transactions/{deal_id}/ship", **ship)
    delivery = await open_card(messaging, BUYER, SELLER, "CONFIRM_DELIVERY")
    assert (await confirm(messaging, BUYER, delivery["id"])).status_code == 200
    review = await open_card(messaging, BUYER, SELLER, "REVIEW")
    await post(messaging, BUYER, f"/messages/submit-review/{review['id']}", rating=4.5)
    return deal_id


async def an_answered_deal(messaging: Service, catalog: Service) -> int:
    deal_id = await a_reviewed_deal(messaging, catalog)
    await post(messaging, SELLER, f"/transactions/{deal_id}/buyer-rating", rating=5)
    (review,) = await messaging.rows(
        "SELECT id FROM reviews WHERE deal_id = :id AND about = 'seller'", id=deal_id
    )
    await post(messaging, SELLER, f"/reviews/{review['id']}/reply", text="Thank you.")
    return deal_id


async def an_accepted_offer(messaging: Service, catalog: Service) -> tuple[int, int]:
    await know_people(messaging)
    product = await for_sale(catalog, messaging, listingType="negotiable", price=640)
    made = await post(messaging, BUYER, "/offers", productId=product["id"], amount=500)
    offer_id = made.json()["offer"]["id"]
    deal = (await post(messaging, SELLER, f"/offers/{offer_id}/accept")).json()["transactionId"]
    return offer_id, deal


async def offers_of_every_end(messaging: Service, catalog: Service) -> list[int]:
    found = []
    for reply in ("counter", "decline", "withdraw", "expire", "floor"):
        product = await for_sale(catalog, messaging, listingType="negotiable", price=640)
        if reply == "floor":
            path = f"/api/offers/floors/{product['id']}"
            await messaging.http.put(path, json={"amount": 550}, headers=SELLING)
        made = await post(messaging, BUYER, "/offers", productId=product["id"], amount=500)
        found.append(made.json()["offer"]["id"])
        if reply == "counter":
            path = f"/offers/{found[-1]}/counter"
            found.append((await post(messaging, SELLER, path, amount=600)).json()["offer"]["id"])
        elif reply in ("decline", "withdraw"):
            await post(messaging, SELLER if reply == "decline" else BUYER, f"/offers/{found[-1]}/{reply}")
    clock.forward(hours=49)
    while await expire_offers(messaging.database):
        pass
    return found


async def test_events_match_messaging_tables_after_every_lifecycle(
    messaging: Service, catalog: Service, auction: Service, stack: Stack, owner: asyncpg.Connection
) -> None:
    """P-D5"""
    conversation, ana, ben = await a_conversation(messaging)
    await post(messaging, ana, f"/conversations/{ben}/reports", reason="spam")
    for method in ("PUT", "DELETE"):
        path = f"/api/conversations/{ben}/block"
        answer = await messaging.http.request(method, path, headers=signed_in(ana))
        assert answer.status_code == 200, answer.text
    (report,) = await messaging.rows("SELECT max(id) AS id FROM message_reports")
    keys = [conversation, f"block-{ana}-{ben}", f"report-{report['id']}"]
    assert await differences(stack, "messages", *keys) == []

    reviewed = await a_reviewed_deal(messaging, catalog)
    product = await for_sale(catalog, messaging)
    card = await offer(messaging, product["id"])
    await confirm(messaging, BUYER, card["id"])
    cancelled = card["card"]["transactionId"]
    await post(messaging, BUYER, f"/transactions/{cancelled}/cancel", reason="other")
    market = Market(catalog, auction, messaging)
    await market.know_people()
    auction_id, _ = await market.ended((market.buyer, 120))
    clock.forward(hours=49)
    await market.deliver(auction_id)
    await market.settle_on_page(auction_id, paid=False)
    unpaid = await market.deal_id(auction_id)
    offer_id, agreed = await an_accepted_offer(messaging, catalog)
    ends = await offers_of_every_end(messaging, catalog)
    deals: list[object] = [reviewed, cancelled, unpaid, agreed]
    keys = [*deals, *(f"offer-{item}" for item in (offer_id, *ends))]
    assert await differences(stack, "trades", *keys) == []
    types = {row["type"].split(".")[2] for key in keys for row in await messaging.recorded(str(key))}
    assert {"OfferExpired", "OfferDeclined", "ReviewSubmitted", "DealCancelled"} <= types


CONVERSATION_CHANGES = [
    ("UPDATE conversations SET seq = seq + 1 WHERE id = $1", "seq: published"),
    ("UPDATE conversations SET version = version + 1 WHERE id = $1", "version: published"),
    (
        "UPDATE conversation_sides SET received = received + 1 WHERE conversation_id = $1",
        "received_high: published",
    ),
    (
        "UPDATE conversation_sides SET read = read + 1, delivered = received WHERE conversation_id = $1 "
        "AND read > 0",
        "read_high: published",
    ),
    (
        "UPDATE conversation_sides SET last_message_id = last_message_id - 1 WHERE conversation_id = $1",
        "last_low: published",
    ),
    ("UPDATE messages SET sender_id = receiver_id WHERE conversation_id = $1", "log: published"),
    (
        "DELETE FROM messages WHERE id = (SELECT max(id) FROM messages WHERE conversation_id = $1)",
        "log: published",
    ),
    (
        "DELETE FROM outbox WHERE key = $1::int::text AND topic = 'wangi.messages' "
        "AND payload LIKE '%\"version\":3,%'",
        "event 4 follows event 2",
    ),
]


async def test_changed_conversation_and_missing_event_are_reported(
    messaging: Service, stack: Stack, owner: asyncpg.Connection
) -> None:
    """P-D5"""
    ids = [(await a_conversation(messaging))[0] for _ in CONVERSATION_CHANGES]
    await all_are_reported(stack, owner, "messages", ids, CONVERSATION_CHANGES)


DEAL_CHANGES = [
    ("UPDATE deals SET state = 'shipped' WHERE id = $1", "state: published completed, stored shipped"),
    ("UPDATE deals SET amount = amount + 1 WHERE id = $1", "amount: published 39000, stored 39001"),
    (
        "UPDATE deals SET courier = 'dhl_ecommerce' WHERE id = $1",
        "courier: published gdex, stored dhl_ecommerce",
    ),
    ("UPDATE deals SET tracking_number = NULL WHERE id = $1", "has_tracking: published True, stored False"),
    ("UPDATE deals SET seller_id = 1 WHERE id = $1", f"seller_id: published {SELLER}, stored 1"),
    ("UPDATE deals SET buyer_id = 1 WHERE id = $1", f"buyer_id: published {BUYER}, stored 1"),
    ("UPDATE reviews SET revealed_at = now() WHERE deal_id = $1", "seller_stars: published None, stored 45"),
    ("DELETE FROM reviews WHERE deal_id = $1", "stored None"),
    ("DELETE FROM deals WHERE id = $1", "published, but not stored"),
]


async def test_deal_changed_without_event_is_reported(
    messaging: Service, catalog: Service, stack: Stack, owner: asyncpg.Connection
) -> None:
    """P-D5"""
    ids = [await a_reviewed_deal(messaging, catalog) for _ in DEAL_CHANGES]
    await all_are_reported(stack, owner, "trades", ids, DEAL_CHANGES)


async def test_reply_changed_without_event_is_reported(
    messaging: Service, catalog: Service, stack: Stack, owner: asyncpg.Connection
) -> None:
    """P-D5"""
    answered = await an_answered_deal(messaging, catalog)
    assert await differences(stack, "trades", answered) == []
    await owner.execute("UPDATE reviews SET replied_at = NULL, reply = '' WHERE deal_id = $1", answered)
    (found,) = await differences(stack, "trades", answered)
    assert "replied_at: published" in found


async def test_offer_changed_without_event_is_reported(
    messaging: Service, catalog: Service, stack: Stack, owner: asyncpg.Connection
) -> None:
    """P-D5"""
    offer_id, _ = await an_accepted_offer(messaging, catalog)
    assert await differences(stack, "trades", f"offer-{offer_id}") == []
    await owner.execute("UPDATE offers SET state = 'declined', amount = 60000 WHERE id = $1", offer_id)
    (found,) = await differences(stack, "trades", f"offer-{offer_id}")
    assert "state: published accepted, stored declined" in found
    assert "amount: published 50000, stored 60000" in found


async def test_verification_changed_without_event_is_reported(
    messaging: Service, catalog: Service, stack: Stack, owner: asyncpg.Connection
) -> None:
    """P-D5, U13"""
    seller = Trader(messaging, catalog)
    await seller.become_verified()
    await seller.be_checked(is_checked=False)
    key = f"seller-{seller.id}"
    assert await differences(stack, "trades", key) == []
    await owner.execute("UPDATE verifications SET verified_since = now() WHERE seller_id = $1", seller.id)
    (found,) = await differences(stack, "trades", key)
    assert "is_verified: published False, stored True" in found
