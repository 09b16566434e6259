import pytest

from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.messaging.tests.makers import confirm
from services.messaging.tests.sellers import Trader

pytestmark = pytest.mark.servers


async def figures(seller: Trader) -> dict[str, int | None]:
    answer = await seller.messaging.http.get(f"/api/sellers/{seller.id}/figures")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def test_satisfaction_and_shipping_need_three_deliveries(messaging: Service, catalog: Service) -> None:
    """SELP-07"""
    seller = Trader(messaging, catalog)
    await seller.open()
    for turn, (buyer, days) in enumerate(zip(seller.buyers, (1, 3, 8), strict=True)):
        delivery = (await seller.send(buyer))[1]
        clock.forward(days=days, hours=-1)
        assert (await confirm(messaging, buyer, delivery)).status_code == 200
        if turn == 1:
            assert await figures(seller) == {"satisfaction": None, "shippingDays": None}
    assert await figures(seller) == {"satisfaction": 100, "shippingDays": 3}
    orders = (await messaging.http.get("/api/orders", headers=signed_in(seller.buyers[0]))).json()
    order = next(item["id"] for item in orders if item["seller"]["id"] == seller.id)
    report = {"reason": "counterfeit", "words": "Another level than shown."}
    path = f"/api/orders/{order}/reports"
    answer = await messaging.http.post(path, json=report, headers=signed_in(seller.buyers[0]))
    assert answer.status_code in (200, 201), answer.text
    assert await figures(seller) == {"satisfaction": 66, "shippingDays": 3}
