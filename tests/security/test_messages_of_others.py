import json
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest
from sqlalchemy import text

from gateway.tests.harness import open_harness
from gateway.tests.live.support import open_conversations, plain, receive, say
from libs.kit.testing import Service, signed_in
from libs.marketplace.testing import add_person
from services.catalog.tests.makers import listed
from services.catalog.tests.pictures import a_picture
from services.messaging.tests.attachments import PDF
from services.messaging.tests.makers import carry
from tests.security.test_matrix import OPERATIONS, ROLES

pytestmark = pytest.mark.servers
SELLER, BUYER, RAJ, STRANGER = 985_001, 985_002, 985_003, 985_004
NOBODYS = 987_654_321
CANARIES = (
    "canary-question", "canary-answer", "canary-receipt", "CANARY 7 TRACK", "canary-review", "canary-report",
)  # fmt: skip
TABLES = {
    "conversations": "id = :conversation", "conversation_sides": "conversation_id = :conversation",
    "messages": "conversation_id = :conversation", "deals": "conversation_id = :conversation",
    "offers": "conversation_id = :conversation", "message_files": "sender_id = :buyer",
    "reviews": "buyer_id = :buyer", "deal_events": "deal_id = :deal_id", "offer_floors": "seller_id = :seller",
    "blocks": "blocker_id IN (:buyer, :seller)", "message_reports": "about_id = :seller",
}  # fmt: skip


@dataclass
class Pair:
    messaging: Service
    ids: dict[str, int]

    async def press(self, who: int, path: str, method: str = "POST", **body: Any) -> httpx2.Response:
        answer = await self.ask(f"{method} {path}", who, body)
        assert answer.status_code in (200, 201), (path, answer.text)
        return answer

    async def ask(
        self, call: str, who: int, body: dict[str, Any] | None = None, **claims: Any
    ) -> httpx2.Response:
        """With rights to sell unless `claims` differ."""
        method, path = call.split(" ")
        headers = signed_in(who, f"person{who}", **({"roles": ("seller",)} | claims))
        more: dict[str, Any] = {"json": body} if body else {}
        if path.endswith("/review-pictures"):
            more = {"files": {"image": ("rose.png", a_picture("PNG"), "image/png")}}
        return await self.messaging.http.request(method, path, headers=headers, **more)

    async def rows(self) -> dict[str, str]:
        return {
            table: str(
                sorted(map(str, await self.messaging.rows(f"SELECT * FROM {table} WHERE {rule}", **self.ids)))
            )
            for table, rule in TABLES.items()
        }

    async def one(self, query: str) -> int:
        (row,) = await self.messaging.rows(f"SELECT max(id) AS id FROM {query}", **self.ids)
        return int(row["id"])


@pytest.fixture(scope="module")
async def pair(messaging: Service, catalog: Service) -> Pair:
    for item in (SELLER, BUYER, RAJ, STRANGER):
        await add_person(messaging, item, username=f"person{item}")
    selling = signed_in(SELLER, f"person{SELLER}", roles=("seller",))
    pair = Pair(messaging, {"seller": SELLER, "buyer": BUYER})
    for name in ("sold_id", "product_id"):
        product = await listed(catalog, selling, listingType="negotiable", price=640)
        await carry(catalog, messaging, product["id"])
        pair.ids[name] = product["id"]
    asked = await pair.press(BUYER, "/api/messages", receiverId=SELLER, content="canary-question")
    pair.ids |= {"message_id": asked.json()["id"], "conversation": asked.json()["conversationId"]}
    await pair.press(SELLER, "/api/messages", receiverId=BUYER, content="canary-answer")
    upload = {"file": ("canary-receipt.pdf", PDF, "application/pdf")}
    sent = await messaging.http.post(
        "/api/messages/upload-file", data={"receiverId": str(SELLER)}, files=upload, headers=signed_in(BUYER)
    )
    assert sent.status_code == 201, sent.text
    offer = await pair.press(BUYER, "/api/offers", productId=pair.ids["sold_id"], amount=600)
    taken = await pair.press(SELLER, f"/api/offers/{offer.json()['offer']['id']}/accept")
    deal = pair.ids["deal_id"] = taken.json()["transactionId"]
    async with messaging.database.transaction() as session:  # As if the listing had been auctioned.
        auctioned = "UPDATE deals SET auction_id = :deal, sale_number = 1 WHERE id = :deal"
        await session.execute(text(auctioned), {"deal": deal})
    pair.ids["auction_id"] = deal
    cards = "messages WHERE deal_id = :deal_id AND action_type = '{}'"
    for who, action in ((SELLER, "CONFIRM_PAYMENT"), (BUYER, "CONFIRM_DELIVERY")):
        if who == BUYER:
            ship = {"courier": "other", "trackingNumber": "CANARY 7 TRACK"}
            await pair.press(SELLER, f"/api/transactions/{deal}/ship", **ship)
        card = await pair.one(cards.format(action))
        await pair.press(who, "/api/messages/action/confirm", messageId=card)
    pair.ids["card_id"] = await pair.one(cards.format("REVIEW"))
    review: dict[str, Any] = {"rating": 5, "comment": "canary-review"}
    await pair.press(BUYER, f"/api/messages/submit-review/{pair.ids['card_id']}", **review)
    pair.ids["review_id"] = await pair.one("reviews WHERE deal_id = :deal_id")
    floor = f"/api/offers/floors/{pair.ids['product_id']}"
    await pair.press(SELLER, floor, "PUT", amount=300)
    still_open = await pair.press(BUYER, "/api/offers", productId=pair.ids["product_id"], amount=500)
    pair.ids["offer_id"] = still_open.json()["offer"]["id"]
    report = {"reason": "other", "words": "canary-report"}
    await pair.press(BUYER, f"/api/conversations/{SELLER}/reports", **report)
    return pair


def bodies(ids: dict[str, int]) -> dict[str, dict[str, Any]]:
    message, product = ids["message_id"], ids["product_id"]
    return {
        "POST /api/messages": {"receiverId": STRANGER, "content": "Look", "replyToId": message},
        "POST /api/messages/action": {"receiverId": ids["buyer"], "productId": product, "actionType": "INITIATE"},
        "POST /api/messages/action/confirm": {"messageId": ids["card_id"]},
        "POST /api/messages/read": {"messageId": message},
        "POST /api/messages/submit-review/{message_id}": {"rating": 0},
        "POST /api/offers": {"productId": product, "amount": 500, "buyerId": ids["buyer"]},
        "POST /api/offers/favourites": {"productId": product, "amount": 500},
        "POST /api/offers/{offer_id}/counter": {"amount": 550},
        "PUT /api/offers/floors/{product_id}": {"amount": 1},
        "POST /api/conversations/{user_id}/reports": {"reason": "other", "messageId": message},
        "POST /api/orders/{deal_id}/reports": {"reason": "other"},
        "POST /api/reviews/{review_id}/reply": {"text": "No."},
        "POST /api/reviews/{review_id}/reports": {"reason": "other"},
        "POST /api/transactions/{deal_id}/buyer-rating": {"rating": 0},
        "POST /api/transactions/{deal_id}/cancel": {"reason": "other"},
        "POST /api/transactions/{deal_id}/ship": {"courier": "in_person"},
    }  # fmt: skip


def plain_of(answer: httpx2.Response) -> tuple[int, str]:
    return answer.status_code, str({**answer.json(), "requestId": ""})


# Ids that reveal nothing: people and listings are public, a token is signed for its reader.
SWAPPED = [
    one
    for one, service in OPERATIONS.items()
    if service == "messaging"
    and "/admin/" not in one
    and any(f"{{{name}}}" in one for name in ("message_id", "deal_id", "offer_id", "review_id"))
]


@pytest.mark.parametrize("operation", SWAPPED)
async def test_foreign_conversation_id_is_404_and_changes_nothing(pair: Pair, operation: str) -> None:
    """S02, P-C3"""
    before, never = await pair.rows(), dict.fromkeys(pair.ids, NOBODYS)
    answers = set()
    for ids in (pair.ids, never, dict.fromkeys(pair.ids, 2**63 - 1)):
        call = operation.format(**ids)
        answers.add(plain_of(await pair.ask(call, RAJ, bodies(pair.ids).get(operation))))
    assert len(answers) == 1
    assert next(iter(answers))[0] == 404
    for role in ("support", "moderator", "finance", "admin", "banned"):
        body = bodies(pair.ids).get(operation)
        answer = await pair.ask(operation.format(**pair.ids), RAJ, body, **ROLES[role])
        assert answer.status_code in (403, 404), role
    assert await pair.rows() == before


@pytest.mark.parametrize(
    ("operation", "status"),
    [
        ("POST /api/messages", 404),
        ("POST /api/messages/action", 404),
        ("POST /api/messages/action/confirm", 404),
        ("POST /api/messages/read", 404),
        ("POST /api/offers/favourites", 404),
        ("PUT /api/offers/floors/{product_id}", 404),
        ("POST /api/conversations/{user_id}/reports", 404),
    ],
)
async def test_foreign_id_in_body_does_nothing(pair: Pair, operation: str, status: int) -> None:
    """S02"""
    before, body = await pair.rows(), bodies(pair.ids)[operation]
    answer = await pair.ask(operation.format(user_id=SELLER, **pair.ids), RAJ, body)
    assert (answer.status_code, answer.json()["code"]) == (status, "not_found"), answer.text
    assert await pair.rows() == before


async def test_id_in_query_selects_only_own_rows(pair: Pair) -> None:
    """S02"""
    for call in (
        f"GET /api/messages/search?q=canary&userId={SELLER}",
        f"GET /api/messages/conversation/{SELLER}?productId={pair.ids['sold_id']}",
        f"GET /api/messages/conversation/{BUYER}?after=0",
        f"GET /api/messages?before={NOBODYS}&userId={BUYER}",
        f"GET /api/orders?role=seller&before={NOBODYS}&userId={SELLER}",
        f"GET /api/orders/user?userId={BUYER}",
        f"GET /api/conversations?userId={BUYER}",
    ):
        answer = await pair.ask(call, RAJ)
        assert (answer.status_code, answer.json()) == (200, []), call


@pytest.mark.parametrize("who", [RAJ, STRANGER, None])
async def test_no_answer_to_others_has_private_messages(pair: Pair, who: int | None) -> None:
    """S04, P-C3"""
    for operation, service in OPERATIONS.items():
        if service != "messaging":
            continue
        for user_id in (SELLER, BUYER):
            ids = pair.ids | {"user_id": user_id, "token": "none", "campaign_id": NOBODYS}
            call, body = operation.format(**ids), bodies(pair.ids).get(operation, {})
            if who is None:
                method, path = call.split(" ")
                answer = await pair.messaging.http.request(method, path, json=body)
            else:
                answer = await pair.ask(call, who, body)
            whole = f"{answer.text} {answer.headers.multi_items()}"
            assert not [canary for canary in CANARIES if canary in whole], operation


async def test_no_event_has_private_messages_but_their_people_read_them(pair: Pair) -> None:
    """S04, P-G1"""
    for row in await pair.messaging.rows("SELECT payload FROM outbox"):
        words = bytes(row["payload"]).decode()
        assert not [canary for canary in CANARIES if canary in words]
    own = [
        await pair.ask(f"GET /api/messages/conversation/{SELLER}", BUYER),
        await pair.ask(f"GET /api/orders/{pair.ids['deal_id']}", BUYER),
        await pair.ask(f"GET /api/transactions/{pair.ids['deal_id']}/reviews", BUYER),
    ]
    read = " ".join(item.text for item in own)
    assert [canary for canary in CANARIES if canary not in read] == ["canary-report"]
    seen_by_seller = await pair.ask(f"GET /api/transactions/{pair.ids['deal_id']}/reviews", SELLER)
    assert "canary-review" not in seen_by_seller.text, "it is hidden until both have written"


@pytest.mark.parametrize("name", ["senderId", "userId", "sub", "readerId", "viewerId"])
async def test_message_frame_cannot_act_for_another_person(name: str) -> None:
    """S02"""
    frames: dict[str, dict[str, Any]] = {
        "send_message": {"receiverId": 8, "content": "Hello", "id": "a-long-enough-id"},
        "mark_read": {"messageId": 41},
        "get_conversation": {"userId": 8},
    }
    async with open_harness() as harness:
        open_conversations(harness)
        async with plain(harness) as ws:
            await receive(ws)
            token = harness.token(7)
            await say(ws, "auth", token=token)
            await receive(ws)
            for kind, frame in frames.items():
                await say(ws, kind, **({name: 9} | frame))
                await receive(ws)
        seen = [item for item in harness.services.seen if item.target.startswith("/api/messages")]
    for item in seen:
        assert item.header("Authorization") == f"Bearer {token}"
        is_whose_to_read = item.target.endswith("/read") and name == "senderId"
        assert is_whose_to_read or name not in (json.loads(item.body) if item.body else {})
        assert "9" not in item.target.partition("?")[0]
