from dataclasses import replace
from typing import Any

from deploy.demo.shop import ADMIN, BUYERS, MODERATOR, SELLERS, offers
from deploy.demo.shop_client import Shop

LISTINGS = (
    (3, "counterfeit", "The batch code on the second photograph is of another house."),
    (7, "misleading", "It says 90 % full, the photograph shows half."),
    (11, "stolen_photos", "These are my photographs, from my own listing last year."),
    (15, "prohibited", "A tester that says not for sale."),
    (19, "other", "The same bottle is offered twice."),
)
MESSAGES = (
    ("Transfer first, I give you 20 % less. No need to tell Wangi.", "scam"),
    ("Last chance or I sell to somebody who is serious, stupid.", "harassment"),
)


class Reported:
    def __init__(self, shop: Shop, products: list[dict[str, Any]]) -> None:
        self._shop, self._products = shop, products

    async def fill(self) -> None:
        """Creates a dozen cases. Most stay open."""
        first, second = BUYERS[0][0], BUYERS[1][0]
        for place, reason, words in LISTINGS:
            await self._report(self._products[place]["id"], reason, words, first)
        await self._report(self._products[3]["id"], "counterfeit", "The cap does not fit the bottle.", second)
        await self._report_messages(SELLERS[5].username, second)
        await self._report_orders(first)
        await self._report_review(SELLERS[0].username)
        await self._appeal()
        await self._claim(await self._case("review"))
        await self._dismiss(await self._case("listing", self._products[LISTINGS[-1][0]]["id"]))

    async def _report(self, product: int, reason: str, words: str, who: str) -> None:
        form = {"reason": reason, "words": words}
        await self._shop.post_until_known("catalog", f"/api/products/{product}/report", form, who)

    async def _report_messages(self, seller: str, buyer: str) -> None:
        asking = {"receiverId": self._shop.ids[seller], "content": "Is the level as on the photograph?"}
        await self._shop.post_until_known("messaging", "/api/messages", asking, buyer)
        for content, reason in MESSAGES:
            form = {"receiverId": self._shop.ids[buyer], "content": content}
            message = await self._shop.post_until_known("messaging", "/api/messages", form, seller)
            body = {"reason": reason, "messageId": message["id"], "words": "I want no such messages."}
            path = f"/api/conversations/{self._shop.ids[seller]}/reports"
            await self._shop.post_until_known("messaging", path, body, buyer)

    async def _report_orders(self, buyer: str) -> None:
        _, orders = await self._shop.post("messaging", "/api/orders", None, buyer, method="GET")
        for order in orders[:2]:
            form = {"reason": "other", "words": "The parcel has not moved for a week."}
            await self._shop.post_until_known("messaging", f"/api/orders/{order['id']}/reports", form, buyer)

    async def _report_review(self, seller: str) -> None:
        path = f"/api/sellers/{self._shop.ids[seller]}/reviews"
        _, shown = await self._shop.post("messaging", path, None, method="GET")
        form = {"reason": "spam", "words": "It is about another shop."}
        review = shown["reviews"][-1]["id"]
        await self._shop.post_until_known("messaging", f"/api/reviews/{review}/reports", form, seller)

    async def _appeal(self) -> None:
        """Creates an appeal against a removed listing, which the second moderator can decide."""
        bottle = next(offer for offer in offers() if offer.stage is None and offer.seller is SELLERS[2])
        product = (await self._shop.list_one(replace(bottle, number=-1)))["id"]
        form = {"reason": "counterfeit"}
        await self._shop.post_until_known(
            "catalog", f"/api/admin/products/{product}/remove", form, MODERATOR[0]
        )
        words = {"words": "I bought it at the counter in KLCC and still have the receipt."}
        await self._shop.post_until_known(
            "catalog", f"/api/products/{product}/appeal", words, bottle.seller.username
        )

    async def _case(self, kind: str, subject: int | None = None) -> int:
        async def find_case() -> int | None:
            path = f"/api/admin/cases?kind={kind}"
            _, page = await self._shop.post("admin", path, None, ADMIN[0], method="GET")
            matching = (int(case["id"]) for case in page["cases"] if subject in (None, case["subjectId"]))
            return next(matching, None)

        return await self._shop.poll(find_case, f"a case about a {kind}")

    async def _claim(self, case: int) -> None:
        await self._shop.post_until_known("admin", f"/api/admin/cases/{case}/claim", {}, MODERATOR[0])

    async def _dismiss(self, case: int) -> None:
        form = {"decision": "dismiss", "reason": "no_breach", "words": "Two bottles, two batch codes."}
        await self._shop.post_until_known("admin", f"/api/admin/cases/{case}/decision", form, MODERATOR[0])
