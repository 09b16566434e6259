"""Messaging knows people and products that it was told of, once."""

from datetime import UTC, datetime

import pytest

from libs.contracts.events.auth import UserRegistered
from libs.kit.testing import Service
from services.auction.tests.makers import a_listing
from services.messaging.subscribers import remember_product, remember_user

pytestmark = pytest.mark.servers


async def test_a_listing_and_its_seller_told_twice_are_one_contact(messaging: Service) -> None:
    person = UserRegistered(user_id=41, username="farid", is_seller=True, registered_at=datetime.now(UTC))
    for _ in range(2):
        async with messaging.database.transaction() as session:
            await remember_user(person, session)
            await remember_product(a_listing(1, 777), session)
    secret = messaging.app.state.settings.internal_secret.get_secret_value()
    told = await messaging.http.get("/internal/contacts/777", headers={"X-Internal-Secret": secret})
    assert told.json() == {"userId": 41, "username": "farid", "productId": 777, "productName": "Iris Telegram"}
    assert len(await messaging.rows("SELECT 1 FROM product_copies WHERE product_id = 777")) == 1


async def test_a_contact_is_for_the_house_only(messaging: Service) -> None:
    assert (await messaging.http.get("/internal/contacts/777")).status_code == 404
