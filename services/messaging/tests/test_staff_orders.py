from typing import Any

import pytest

from libs.kit.testing import Service, signed_in
from services.messaging.deals.rules import ORDER_STATUS, OrderStatus, StepRefused, staff_step
from services.messaging.tests.auctions import Market
from services.messaging.tests.makers import (
    BUYER,
    SELLER,
    confirm,
    deal_events,
    for_sale,
    know_people,
    offer,
    order,
    thread,
)
from tests.support.table_file import lines_in

pytestmark = pytest.mark.servers


STAFF_ID = 1


STAFF = signed_in(STAFF_ID, "boss", roles=("admin",))


WORDS = "The courier shows where it is."


STATUSES: tuple[OrderStatus, ...] = ("pending", "processing", "shipped", "delivered", "cancelled")


@pytest.fixture(autouse=True)
async def known_people(messaging: Service) -> None:
    await know_people(messaging)


async def bought(messaging: Service, catalog: Service) -> tuple[int, int]:
    product = await for_sale(catalog, messaging)
    card = await offer(messaging, product["id"])
    assert (await confirm(messaging, BUYER, card["id"])).status_code == 200
    return card["card"]["transactionId"], product["id"]


async def put(messaging: Service, deal_id: int, status: str, **fields: Any) -> tuple[int, dict[str, Any]]:
    path, who = f"/api/admin/orders/{deal_id}/status", fields.pop("who", STAFF)
    body = {"status": status, "reason": "courier", "words": WORDS} | fields
    answer = await messaging.http.patch(path, json=body, headers=who)
    return answer.status_code, answer.json()


async def listed(messaging: Service, **query: Any) -> list[dict[str, Any]]:
    answer = await messaging.http.get("/api/admin/orders", params=query, headers=STAFF)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


async def test_staff_take_order_through_its_statuses(messaging: Service, catalog: Service) -> None:
    """ADM-10, ADM-11"""
    deal_id, product_id = await bought(messaging, catalog)
    for status in ("processing", "shipped", "delivered"):
        for _ in range(2):
            code, shown = await put(messaging, deal_id, status)
            assert (code, shown["status"], shown["userId"]) == (200, status, BUYER)
    kinds = [event["type"].split(".")[-2] for event in await deal_events(messaging, deal_id)]
    assert kinds == [
        "DealOpened", "ActionConfirmed", "ActionConfirmed", "OrderSetByStaff", "DealShipped", "OrderSetByStaff",
        "ActionConfirmed", "DealDelivered", "OrderSetByStaff",
    ]  # fmt: skip
    delivered, act = (event["data"] for event in (await deal_events(messaging, deal_id))[-2:])
    assert delivered["confirmedBy"] == "staff"
    assert (act["byAdminId"], act["status"], act["reason"]) == (STAFF_ID, "delivered", "courier")
    steps = (await order(messaging, SELLER, deal_id))["timeline"][2:]
    given = {"by": "staff", "staffReason": "courier", "words": WORDS}
    assert all(step["actorId"] is None and given.items() <= step["details"].items() for step in steps)
    assert WORDS not in str(await deal_events(messaging, deal_id))
    cards = [
        message["actionType"]
        for message in await thread(messaging, BUYER, SELLER)
        if message["productId"] == product_id
    ]
    assert [card for card in cards if card] == ["INITIATE", "CONFIRM_PAYMENT", "CONFIRM_DELIVERY", "REVIEW"]


@pytest.mark.parametrize("first", [None, "processing"])
async def test_staff_cancel_order_before_and_after_payment(
    messaging: Service, catalog: Service, first: str | None
) -> None:
    """ADM-11"""
    deal_id, product_id = await bought(messaging, catalog)
    if first:
        await put(messaging, deal_id, first)
    assert (await put(messaging, deal_id, "cancelled"))[1]["status"] == "cancelled"
    event = (await deal_events(messaging, deal_id))[-2]
    line = (await order(messaging, BUYER, deal_id))["timeline"][-1]
    assert (line["kind"], line["details"]["words"]) == ("cancelled", WORDS)
    assert (event["data"]["cancelledBy"], event["data"]["wasPaid"]) == ("staff", first is not None)


async def test_status_without_reason_is_accepted_as_other(messaging: Service, catalog: Service) -> None:
    """ADM-10"""
    deal_id, _ = await bought(messaging, catalog)
    path = f"/api/admin/orders/{deal_id}/status"
    answer = await messaging.http.patch(path, json={"status": "processing"}, headers=STAFF)
    assert answer.status_code == 200, answer.text
    details = (await order(messaging, BUYER, deal_id))["timeline"][-1]["details"]
    assert (details["staffReason"], "words" in details) == ("other", False)


async def test_staff_cannot_set_own_order_or_unknown_reason(messaging: Service, catalog: Service) -> None:
    deal_id, _ = await bought(messaging, catalog)
    for own in (BUYER, SELLER):
        code, refused = await put(
            messaging, deal_id, "processing", who=signed_in(own, "own", roles=("admin", "seller"))
        )
        assert (code, refused["code"]) == (403, "own_order")
    for wrong in ({"words": "  . "}, {"words": "x" * 501}, {"reason": "because"}, {"reason": None}):
        assert (await put(messaging, deal_id, "processing", **wrong))[0] == 422
    assert (await order(messaging, BUYER, deal_id))["status"] == "pending"


def test_every_other_status_change_is_refused() -> None:
    """ADM-11"""
    allowed = {
        ("pending", "processing"), ("processing", "shipped"), ("shipped", "delivered"),
        ("pending", "cancelled"), ("processing", "cancelled"),
    }  # fmt: skip
    for state, status in ORDER_STATUS.items():
        for wanted in STATUSES:
            if (status, wanted) in allowed:
                assert staff_step(state, wanted)
            else:
                with pytest.raises(StepRefused):
                    staff_step(state, wanted)


async def test_refused_status_change_changes_nothing(messaging: Service, catalog: Service) -> None:
    """ADM-11"""
    deal_id, _ = await bought(messaging, catalog)
    code, refusal = await put(messaging, deal_id, "delivered")
    assert (code, refusal["code"]) == (StepRefused.status, StepRefused.code)
    assert (await order(messaging, BUYER, deal_id))["status"] == "pending"
    card = await offer(messaging, (await for_sale(catalog, messaging))["id"])
    assert (await put(messaging, card["card"]["transactionId"], "processing"))[0] == 404


async def test_staff_find_order_by_number_parcel_and_status(messaging: Service, catalog: Service) -> None:
    """ADM-06, ADM-16"""
    ids = [(await bought(messaging, catalog))[0] for _ in range(3)]
    await put(messaging, ids[1], "cancelled")
    assert [item["id"] for item in await listed(messaging, limit=3)] == ids[::-1]
    answer = await messaging.http.get("/api/admin/orders", params={"limit": 2}, headers=STAFF)
    following = answer.headers["link"].split(">")[0].removeprefix("<")
    page = (await messaging.http.get(following, headers=STAFF)).json()
    assert [item["id"] for item in page][:1] == [ids[0]]
    assert [item["id"] for item in await listed(messaging, status="cancelled")][:1] == [ids[1]]
    (found,) = await listed(messaging, search=f"w{ids[2]:06}")
    assert (found["id"], found["userId"], found["orderNumber"]) == (ids[2], BUYER, f"W{ids[2]:06}")
    await put(messaging, ids[2], "processing")
    parcel = {"courier": "poslaju", "trackingNumber": f"EH{ids[2]:09}MY"}
    path = f"/api/transactions/{ids[2]}/ship"
    assert (
        await messaging.http.post(path, json=parcel, headers=signed_in(SELLER, "siti"))
    ).status_code == 200
    assert [item["id"] for item in await listed(messaging, search=parcel["trackingNumber"])] == [ids[2]]
    assert await listed(messaging, search="W999999999") == []


@pytest.mark.parametrize(
    ("status", "paid", "by"), [("processing", True, None), ("cancelled", False, "staff")]
)
async def test_auction_learns_staff_changes_of_its_sale(
    market: Market, status: str, paid: bool, by: str | None
) -> None:
    """ADM-11"""
    auction_id, product_id = await market.ended((market.buyer, 120))
    await market.deliver(auction_id)
    card = await market.card(product_id, "INITIATE")
    assert (await confirm(market.messaging, market.buyer, card["id"])).status_code == 200
    deal_id = await market.deal_id(auction_id)
    assert (await put(market.messaging, deal_id, status))[1]["status"] == status
    await market.report(deal_id)
    assert await market.sales(auction_id) == [(market.buyer, paid, by)]
    strikes = await market.auction.rows("SELECT 1 FROM strikes WHERE auction_id = :id", id=auction_id)
    assert strikes == []


async def test_staff_find_orders_of_a_person(messaging: Service, catalog: Service) -> None:
    deal_id, _ = await bought(messaging, catalog)
    for person_id in (BUYER, SELLER):
        assert (await listed(messaging, personId=person_id))[0]["id"] == deal_id
    assert await listed(messaging, personId=9_999_999) == []


async def test_staff_download_of_orders_is_recorded(messaging: Service, catalog: Service) -> None:
    ids = [(await bought(messaging, catalog))[0] for _ in range(3)]
    await put(messaging, ids[1], "cancelled")
    support = signed_in(8_804, "nurul", roles=("support",))

    async def file(**query: str) -> list[dict[str, str]]:
        path = "/api/admin/orders/export.csv"
        answer = await messaging.http.get(path, params=query, headers=support)
        assert answer.headers["content-disposition"] == 'attachment; filename="wangi-orders.csv"'
        return lines_in(answer)

    shown = await file()
    assert [int(item["id"]) for item in shown[:3]] == ids[::-1]
    assert (shown[0]["order"], shown[0]["status"], shown[0]["total (RM)"], shown[0]["buyer id"]) == (
        f"W{ids[2]:06}", "pending", "390.00", str(BUYER),
    )  # fmt: skip
    assert [int(item["id"]) for item in await file(status="cancelled")][:1] == [ids[1]]
    assert [int(item["id"]) for item in await file(search=f"W{ids[0]:06}")] == [ids[0]]
    events = await messaging.recorded("export-8804")
    assert [event["data"]["filters"] for event in events] == [[], ["status"], ["search"]]
    path = "/api/admin/orders/export.csv"
    assert (await messaging.http.get(path, headers=signed_in(BUYER, "amir"))).status_code == 403


async def read(messaging: Service, deal_id: int, who: dict[str, str]) -> Any:
    return await messaging.http.get(f"/api/admin/orders/{deal_id}", headers=who)


async def test_staff_access_to_an_order_is_recorded(messaging: Service, catalog: Service) -> None:
    deal_id, _ = await bought(messaging, catalog)
    await put(messaging, deal_id, "processing")
    support = signed_in(8_811, "nurul", roles=("support",))
    answer = await read(messaging, deal_id, support)
    assert answer.status_code == 200, answer.text
    shown = answer.json()
    own = await order(messaging, SELLER, deal_id)
    people = [None if step["actorId"] == STAFF_ID else step["actorId"] for step in shown["timeline"]]
    assert [step["actorId"] for step in own["timeline"]] == people, "people do not see who of the staff acted"
    assert [step["kind"] for step in shown["timeline"]] == [step["kind"] for step in own["timeline"]]
    assert (shown["userId"], shown["orderNumber"]) == (BUYER, own["orderNumber"])
    assert "documents" not in shown
    (event,) = await messaging.recorded(f"read-{deal_id}")
    assert (event["type"], event["data"]["byAdminId"]) == ("wangi.messaging.OrderRead.v1", 8_811)
    await read(messaging, deal_id, support)
    assert len(await messaging.recorded(f"read-{deal_id}")) == 2, "each look"


async def test_only_staff_read_others_orders_and_open_card_is_none(
    messaging: Service, catalog: Service
) -> None:
    deal_id, _ = await bought(messaging, catalog)
    for who in (SELLER, BUYER):
        assert (await read(messaging, deal_id, signed_in(who))).status_code == 403
    assert await messaging.recorded(f"read-{deal_id}") == []
    product = await for_sale(catalog, messaging)
    card = await offer(messaging, product["id"])
    assert (await read(messaging, card["card"]["transactionId"], STAFF)).status_code == 404
    assert (await read(messaging, 2**62, STAFF)).status_code == 404


async def test_orders_of_a_person_are_paged_and_downloadable(messaging: Service, catalog: Service) -> None:
    made = [(await bought(messaging, catalog))[0] for _ in range(3)]
    path = f"/api/admin/orders?personId={BUYER}&status=pending&limit=2"
    first = await messaging.http.get(path, headers=STAFF)
    assert [item["id"] for item in first.json()] == made[:0:-1]
    following = first.headers["Link"].split(">")[0].removeprefix("<")
    page = (await messaging.http.get(following, headers=STAFF)).json()
    assert page[0]["id"] == made[0]
    assert all(BUYER in (item["buyer"]["id"], item["seller"]["id"]) for item in page)
    staffer = signed_in(8_812, "nurul", roles=("support",))
    answer = await messaging.http.get(
        f"/api/admin/orders/export.csv?personId={BUYER}&status=pending", headers=staffer
    )
    assert [int(line["id"]) for line in lines_in(answer)][:3] == made[::-1]
    (event,) = await messaging.recorded("export-8812")
    assert event["data"]["filters"] == ["status", "person"]
