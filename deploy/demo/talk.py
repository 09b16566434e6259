"""Conversations of the demo at every stage."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from deploy.demo.held_money import ProtectedPurchases
from deploy.demo.shop import ADMIN, BUYERS, SELLERS, Offer, offers
from deploy.demo.shop_client import Shop

STRANGER = ("demo_stranger", "Roy", "Account")
# Sellers who become verified: five rated orders from three buyers, and a checked identity.
VERIFIED, ORDERS = (SELLERS[0], SELLERS[1]), 5
# The first reviews of each seller have pictures.
PICTURED = 2
PRAISE = (
    (
        "Exactly as described, and packed like glass.",
        "Quick, honest, and it smells of what it says.",
        "Kod kelompok sama seperti gambar. Puas hati.",
    ),
    (
        "Kept in the dark indeed: it opens like new.",
        "Level to the millimetre, and a handwritten note in the box.",
        "Penghantaran pantas, penjual ramah.",
    ),
)


class Talk:
    def __init__(self, shop: Shop) -> None:
        self._shop = shop

    async def fill(self) -> None:
        first, second = BUYERS[0][0], BUYERS[1][0]
        await self._shop.account(*STRANGER)
        await self._shop.let_in()
        await self._shop.stay_signed_in(STRANGER[0])
        free = [replace(offer, number=-1) for offer in offers() if offer.stage is None]
        bottles = [next(item for item in free if item.seller is seller) for seller in SELLERS]
        # Done first, so that the question and the counter offer stay the newest messages.
        await self._earn_badges(free, (first, second, SELLERS[2].username))
        await self._ask(first, bottles[0])
        await self._bargain(second, bottles[1])
        await self._trade(first, bottles[2], until="payment")
        await self._trade(first, bottles[3], until="parcel")
        await self._trade(second, bottles[4], until="review", comment="Wrapped like glass, level as shown.")
        await self._trade(first, bottles[5], until="review", rating=4.5, comment="Cepat sampai, wangi tulen.")
        await ProtectedPurchases(self._shop, self).fill([item for item in free if item not in bottles][-4:])
        await self._meet_a_scammer(first)

    async def write(self, sender: str, receiver: str, content: str, product_id: int | None = None) -> None:
        """Writes a message. Waits until messaging knows both people."""
        form: dict[str, Any] = {"receiverId": self._shop.ids[receiver], "content": content}
        await self._post("/api/messages", form | ({"productId": product_id} if product_id else {}), sender)

    async def offer(self, seller: str, buyer_id: int, product_id: int) -> Any:
        """Sends the first step of a purchase. Returns the message with its card."""
        form = {"receiverId": buyer_id, "productId": product_id, "actionType": "INITIATE"}
        return await self._post("/api/messages/action", form, seller)

    async def confirm(self, who: str, other: str, action: str) -> None:
        card = await self._card(who, self._shop.ids[other], action)
        await self._post("/api/messages/action/confirm", {"messageId": card["id"]}, who)

    async def _ask(self, buyer: str, bottle: Offer) -> None:
        seller, product = await self._listed(bottle)
        await self.write(
            buyer, seller, "Is it still available? And is the batch code on the box too?", product
        )
        await self.write(seller, buyer, "It is, and it is: the code is on the box and under the bottle.")

    async def _bargain(self, buyer: str, bottle: Offer) -> None:
        seller, product = await self._listed(
            replace(bottle, form=bottle.form | {"listingType": "negotiable"})
        )
        await self.write(buyer, seller, "Could you do a little less, including postage?", product)
        price = int(bottle.form["price"])
        made = await self._post("/api/offers", {"productId": product, "amount": round(price * 0.8)}, buyer)
        await self.write(seller, buyer, "I can meet you halfway if you take it this week.")
        counter = {"amount": round(price * 0.9)}
        await self._post(f"/api/offers/{made['offer']['id']}/counter", counter, seller)

    async def _trade(
        self, buyer: str, bottle: Offer, *, until: str, rating: float = 5, comment: str = ""
    ) -> None:
        seller, product = await self._listed(bottle)
        await self.write(buyer, seller, "I would like to buy it. Do you post on Friday?", product)
        deal = await self._sell(buyer, seller, product)
        if until != "payment":
            await self._send(buyer, seller, deal)
            await self.write(seller, buyer, "Posted this morning by Pos Laju, wrapped twice.")
        if until == "review":
            await self._receive(buyer, seller, deal, rating=rating, comment=comment)
        await self.read(seller, self._shop.ids[buyer])

    async def _earn_badges(self, free: list[Offer], buyers: tuple[str, ...]) -> None:
        listed = []
        for seller in VERIFIED:
            bottle = [item for item in free if item.seller is seller][1]
            form = bottle.form | {"stockQuantity": ORDERS, "listingType": "fixed"}
            listed.append((*await self._listed(replace(bottle, form=form)), bottle.photos))
            await ProtectedPurchases(self._shop, self).set_payout_account(seller)
        sales = zip(listed, PRAISE, strict=True)
        await asyncio.gather(*(self._earn_badge(*one, buyers, praise) for one, praise in sales))

    async def _earn_badge(
        self, seller: str, product: int, photos: list[str], buyers: tuple[str, ...], praise: tuple[str, ...]
    ) -> None:
        for turn in range(ORDERS):
            buyer = buyers[turn % len(buyers)]
            if turn < len(buyers):
                await self.write(buyer, seller, "Hello, I would like one, please.", product)
            comment = praise[turn] if turn < len(praise) else ""
            deal = await self._sell(buyer, seller, product)
            await self._send(buyer, seller, deal)
            shown = photos[turn : turn + 1] if turn < PICTURED else []
            await self._receive(buyer, seller, deal, rating=5 - turn % 2 / 2, comment=comment, photos=shown)
            await self.read(seller, self._shop.ids[buyer])
        check = {"isChecked": True, "reason": "MyKad shown on a call."}
        path = f"/api/admin/users/{self._shop.ids[seller]}/identity"
        await self._shop.post("auth", path, check, ADMIN[0], method="PATCH")

    async def _sell(self, buyer: str, seller: str, product: int) -> int:
        """Sends an offer that the buyer confirms. Returns the deal."""
        card = await self.offer(seller, self._shop.ids[buyer], product)
        await self.confirm(buyer, seller, "INITIATE")
        return int(card["card"]["transactionId"])

    async def purchase(self, buyer: str, bottle: Offer) -> tuple[str, int]:
        """Creates a purchase that the buyer has confirmed. Returns the seller and the deal."""
        seller, product = await self._listed(bottle)
        return seller, await self._sell(buyer, seller, product)

    async def until_step(self, buyer: str, deal: int, status: str) -> None:
        async def has_status() -> bool | None:
            _, order = await self._shop.post("messaging", f"/api/orders/{deal}", None, buyer, method="GET")
            return order["status"] == status or None

        await self._shop.poll(has_status, f"order {deal} to be {status}")

    async def _send(self, buyer: str, seller: str, deal: int) -> None:
        await self.confirm(seller, buyer, "CONFIRM_PAYMENT")
        await self.ship(seller, deal)

    async def _receive(
        self,
        buyer: str,
        seller: str,
        deal: int,
        *,
        rating: float,
        comment: str,
        photos: Sequence[str] = (),
    ) -> None:
        """Confirms the delivery and reviews from both sides, so that both reviews are public."""
        await self.confirm(buyer, seller, "CONFIRM_DELIVERY")
        await self.review(buyer, seller, deal, rating=rating, comment=comment, photos=photos)
        await self.thank(seller, deal)

    async def deliver(self, buyer: str, seller: str, deal: int) -> None:
        await self._send(buyer, seller, deal)
        await self.confirm(buyer, seller, "CONFIRM_DELIVERY")

    async def review(
        self,
        buyer: str,
        seller: str,
        deal: int,
        *,
        rating: float,
        comment: str,
        photos: Sequence[str] = (),
    ) -> None:
        card = await self._card(buyer, self._shop.ids[seller], "REVIEW")
        path = f"/api/transactions/{deal}/review-pictures"
        pictures = [(await self._shop.upload("messaging", path, photo, buyer))["token"] for photo in photos]
        stars = {"rating": rating, "comment": comment, "pictures": pictures}
        await self._post(f"/api/messages/submit-review/{card['id']}", stars, buyer)

    async def thank(self, seller: str, deal_id: int) -> None:
        """Reviews the buyer. Otherwise the buyer's review would stay hidden for 14 days."""
        thanks = {"rating": 5, "comment": "Paid at once and easy to talk to."}
        await self._post(f"/api/transactions/{deal_id}/buyer-rating", thanks, seller)

    async def _meet_a_scammer(self, buyer: str) -> None:
        await self.write(
            STRANGER[0],
            buyer,
            "Special price today only! Transfer direct to Maybank 5641 2345 6789, bit.ly/cheap-oud",
        )
        stranger = self._shop.ids[STRANGER[0]]
        path = f"/api/conversations/{stranger}"
        await self._post(f"{path}/reports", {"reason": "scam", "words": "Asked for money at once."}, buyer)
        await self._shop.post("messaging", f"{path}/block", {}, buyer, method="PUT")

    async def ship(self, seller: str, deal_id: int) -> None:
        parcel = {"courier": "poslaju", "trackingNumber": f"EH{random.randrange(10**8, 10**9)}MY"}
        await self._post(f"/api/transactions/{deal_id}/ship", parcel, seller)

    async def read(self, who: str, sender_id: int) -> None:
        await self._post("/api/messages/read", {"senderId": sender_id}, who)

    async def thread(self, who: str, other_id: int) -> list[dict[str, Any]]:
        path = f"/api/messages/conversation/{other_id}?limit=20"
        _, messages = await self._shop.post("messaging", path, None, who, method="GET")
        return list(messages)

    async def _card(self, who: str, other_id: int, action: str) -> dict[str, Any]:
        return [message for message in await self.thread(who, other_id) if message["actionType"] == action][
            -1
        ]

    async def _listed(self, bottle: Offer) -> tuple[str, int]:
        product = await self._shop.list_one(bottle)
        return bottle.seller.username, int(product["id"])

    async def _post(self, path: str, form: dict[str, Any], who: str) -> Any:
        return await self._shop.post_until_known("messaging", path, form, who)
