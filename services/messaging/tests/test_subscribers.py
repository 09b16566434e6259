import pytest

from libs.kit.testing import Service, signed_in
from libs.marketplace.testing import add_person
from services.auction.tests.makers import SELLER_ID, a_listing
from services.messaging.replicas.service import products

pytestmark = pytest.mark.servers


async def test_duplicate_listing_event_is_one_contact(messaging: Service) -> None:
    await add_person(messaging, SELLER_ID, username="farid")
    for _ in range(2):
        async with messaging.database.transaction() as session:
            await products.store_product(session, a_listing(1, 777))
    about = {"productId": 777, "productName": "Iris Telegram"}
    answer = await messaging.ask("/internal/contacts/777")
    assert answer.json() == {"userId": 41, "username": "farid", "isDeleted": False} | about
    assert len(await messaging.rows("SELECT 1 FROM product_replicas WHERE product_id = 777")) == 1


async def test_contact_route_is_internal(messaging: Service) -> None:
    assert (await messaging.http.get("/internal/contacts/777")).status_code == 404


async def test_unread_count_is_zero_without_conversations(messaging: Service) -> None:
    """HDR-04"""
    assert (await messaging.http.get("/api/messages/unread-count")).status_code == 401
    answer = await messaging.http.get("/api/messages/unread-count", headers=signed_in(41))
    assert (answer.status_code, answer.json()) == (200, {"count": 0})
