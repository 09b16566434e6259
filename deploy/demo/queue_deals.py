import asyncio
from dataclasses import replace
from typing import Any

from deploy.demo.held_money import ProtectedPurchases
from deploy.demo.queue_client import FIRST, SECOND, Queue, appeal, claim, decide
from deploy.demo.queue_words import DISPUTES, LATE, REVIEWS
from deploy.demo.shop import BIDDERS, BUYERS, WITHOUT_BADGE, Offer, Seller, offers
from deploy.demo.shop_client import Shop
from deploy.demo.talk import Talk

BUYING = (BUYERS[1][0], BIDDERS[0][0], BIDDERS[1][0])


class Deals:
    def __init__(self, shop: Shop) -> None:
        self._shop, self._talk = shop, Talk(shop)
        self._held = ProtectedPurchases(shop, self._talk)
        # Reported reviews of sellers, and reported reviews of buyers with their authors.
        self._reported: list[int] = []
        self._rude: list[tuple[int, str]] = []

    async def fill(self) -> None:
        """Creates a dozen purchases with reviews and reports, and opens ten disputes."""
        for name in BUYING:
            await self._shop.stay_signed_in(name)
        await asyncio.gather(*(self._sell(turn, one) for turn, one in enumerate(WITHOUT_BADGE)))
        await self._decide_reviews()
        await self._decide_disputes()

    async def _sell(self, turn: int, seller: Seller) -> None:
        """Sells a bottle to each buyer in turn. Each seller uses every fourth text."""
        bottles = [
            replace(offer, number=-1) for offer in offers() if offer.stage is None and offer.seller is seller
        ]
        mine = range(turn, len(REVIEWS), len(WITHOUT_BADGE))
        for buyer, words in zip(BUYING, mine, strict=True):
            await self._review(buyer, bottles[0], REVIEWS[words])
        if not await self._held.is_open():
            return
        await self._held.set_payout_account(seller)
        disputed = range(turn, len(DISPUTES), len(WITHOUT_BADGE))
        for place, words in enumerate(disputed):
            bottle = replace(bottles[place + 1], photos=bottles[place + 1].photos[:1])
            await self._held.dispute(BUYING[(place + 1) % len(BUYING)], bottle, *DISPUTES[words])

    async def _review(self, buyer: str, bottle: Offer, words: tuple[str, str]) -> None:
        """Creates a purchase with a review from each side. Each side reports the review about itself. The
        buyer also reports the purchase."""
        seller, deal = await self._talk.purchase(buyer, bottle)
        await self._talk.deliver(buyer, seller, deal)
        await self._talk.review(buyer, seller, deal, rating=2.5, comment=words[0])
        await self._post(f"/api/transactions/{deal}/buyer-rating", {"rating": 1, "comment": words[1]}, seller)
        path = f"/api/transactions/{deal}/reviews"
        _, both = await self._shop.post("messaging", path, None, buyer, method="GET")
        reports = (
            (both["yours"]["id"], seller, "other", "Bukan tentang botol ini, dan tak benar."),
            (both["theirs"]["id"], buyer, "harassment", "This is about me and not about the purchase."),
        )
        for review, who, reason, why in reports:
            form = {"reason": reason, "words": why}
            await self._post(f"/api/reviews/{review}/reports", form, who)
        form = {"reason": "other", "words": LATE[deal % len(LATE)]}
        await self._post(f"/api/orders/{deal}/reports", form, buyer)
        self._reported.append(both["yours"]["id"])
        self._rude.append((both["theirs"]["id"], seller))
        await self._talk.read(seller, self._shop.ids[buyer])

    async def _decide_reviews(self) -> None:
        """Hides the reviews that the sellers wrote, and each seller appeals. Of the other reviews, two are
        assigned and one is dismissed."""
        reviews = Queue(self._shop, "review")
        cases = await reviews.cases([review for review, _ in self._rude])
        for case in cases:
            await decide(self._shop, case, "hide", "harassment", "It names the person and not the bottle.")
        for case, (_, seller) in zip(cases, self._rude, strict=True):
            words = "Saya hilang sabar hari itu. Pembeli memang lambat bayar, ada dalam mesej."
            await appeal(self._shop, case, words, seller)
        await claim(self._shop, cases[0], SECOND)
        waiting = await reviews.cases(self._reported)
        for case in waiting[:2]:
            await claim(self._shop, case)
        await decide(self._shop, waiting[2], "dismiss", "no_breach", "Sharp, and about the bottle.")

    async def _decide_disputes(self) -> None:
        """Assigns two disputes. Decides two other disputes, one for the seller and one for the buyer."""
        path = "/api/admin/boost/disputes"
        _, page = await self._shop.post("boost", path, None, FIRST, method="GET")
        waiting = [f"{path}/{dispute['dealId']}" for dispute in page["disputes"]]
        for one in waiting[:2]:
            await self._shop.post_until_known("boost", f"{one}/claim", {}, FIRST)
        ends = (
            ("release", "delivered", "The courier shows the signature of the guard house."),
            ("refund", "damaged", "Both photographs show the crack."),
        )
        for one, (outcome, code, reason) in zip(waiting[2:4], ends, strict=False):
            form = {"outcome": outcome, "code": code, "reason": reason}
            await self._shop.post_until_known("boost", f"{one}/decision", form, SECOND)

    async def _post(self, path: str, form: dict[str, Any], who: str) -> Any:
        return await self._shop.post_until_known("messaging", path, form, who)
