"""Mismatched payments of the demo. The callbacks of these boosts have another amount than the bills."""

from typing import Any

from deploy.demo.boosts import Boosts
from deploy.demo.shop import FINANCE, SELLERS
from deploy.demo.shop_client import Shop

MISMATCHES = 12


class Mismatches:
    def __init__(self, shop: Shop, products: list[dict[str, Any]]) -> None:
        self._shop, self._products = shop, products
        self._boosts = Boosts(shop, [product["id"] for product in products])

    async def fill(self) -> None:
        """Creates a dozen cases for finance. One is assigned and one is decided as a match."""
        sellers = {self._shop.ids[seller.username]: seller.username for seller in SELLERS}
        # Excludes the first seller, whose boosts are ordinary.
        first = SELLERS[0].username
        free = [
            product
            for product in reversed(self._products)
            if product.get("auction") is None and sellers[product["sellerId"]] != first
        ]
        paid = [await self._pay(item["id"], sellers[item["sellerId"]]) for item in free[:MISMATCHES]]
        if not all(paid):  # The boosts cannot be paid here.
            return
        cases = await self._cases()
        await self._shop.post_until_known("admin", f"{cases[0]}/claim", {}, FINANCE[0])
        form = {
            "decision": "match",
            "reason": "wrong_amount",
            "words": "The callback named a ringgit too much.",
        }
        await self._shop.post_until_known("admin", f"{cases[1]}/decision", form, FINANCE[0])

    async def _pay(self, product: int, seller: str) -> bool:
        form = {"boostPackageId": 1, "productIds": [product], "useCredit": False}
        order = await self._shop.post_until_known("boost", "/api/boost/create-order", form, seller)
        return order["paymentUrl"] is not None and await self._boosts.pay(order["paymentUrl"], "wrong_amount")

    async def _cases(self) -> list[str]:
        path = "/api/admin/cases/payments"

        async def find_cases() -> list[str] | None:
            _, page = await self._shop.post("admin", path, None, FINANCE[0], method="GET")
            cases = [f"{path}/{case['id']}" for case in page["cases"]]
            return cases if len(cases) >= MISMATCHES else None

        return await self._shop.poll(find_cases, "cases of payment mismatches")
