"""Demo sellers that respond to questions and complete purchases."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import asyncpg

from deploy.demo.held_money import ProtectedPurchases
from deploy.demo.shop import SELLERS
from deploy.demo.shop_client import Shop
from deploy.demo.talk import Talk

LOOK_SECONDS = 2.0
# Demo sellers accept offers from this share of the asking price.
ENOUGH = 0.9
HELLO = "Hello! Yes, it is still here. Write “I would like to buy it” and I prepare the purchase."
PAY_HERE = "Pay it on the page of your order; I post the parcel as soon as the money is held."
WANTS = ("buy", "beli", "take it", "purchase", "deal", "ambil", "confirm")


class Answering:
    def __init__(self, shop: Shop, messaging: asyncpg.Connection) -> None:
        self._shop, self._talk, self._messaging = shop, Talk(shop), messaging
        self._held, self._since = ProtectedPurchases(shop, self._talk), datetime.now(UTC)
        self._names = [seller.username for seller in SELLERS]

    async def live(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await self.turn()

    async def turn(self) -> int:
        """Responds to new messages. Returns the number of conversations and deals that were handled."""
        sellers = {self._shop.ids[name]: name for name in self._names if name in self._shop.ids}
        query = "SELECT user_id, other_id FROM conversation_sides WHERE user_id = ANY($1) AND received > read LIMIT 20"
        waiting = await self._messaging.fetch(query, list(sellers))
        for row in waiting:
            name = sellers[row["user_id"]]
            await self._shop.stay_signed_in(name)
            await self._answer(name, row["user_id"], row["other_id"])
        return len(waiting) + await self._ship_held(sellers) + await self._thank_buyers(sellers)

    async def _ship_held(self, sellers: dict[int, str]) -> int:
        """Ships purchases whose money is held, except the purchases that the demo was loaded with."""
        query = (
            "SELECT d.id, d.seller_id FROM deals d JOIN deal_events e ON e.deal_id = d.id AND e.kind = 'funds_held' "
            "WHERE d.state = 'awaiting_delivery' AND d.seller_id = ANY($1) AND d.state_since > $2 LIMIT 20"
        )
        held = await self._messaging.fetch(query, list(sellers), self._since)
        for row in held:
            await self._shop.stay_signed_in(sellers[row["seller_id"]])
            await self._talk.ship(sellers[row["seller_id"]], row["id"])
        return len(held)

    async def _thank_buyers(self, sellers: dict[int, str]) -> int:
        """Reviews buyers whose parcel has arrived, except the purchases that the demo was loaded with."""
        query = (
            "SELECT id, seller_id FROM deals d WHERE state IN ('awaiting_review', 'completed') "
            "AND seller_id = ANY($1) AND state_since > $2 "
            "AND NOT EXISTS (SELECT FROM reviews WHERE deal_id = d.id AND about = 'buyer') LIMIT 20"
        )
        delivered = await self._messaging.fetch(query, list(sellers), self._since)
        for row in delivered:
            await self._shop.stay_signed_in(sellers[row["seller_id"]])
            await self._talk.thank(sellers[row["seller_id"]], row["id"])
        return len(delivered)

    async def _answer(self, seller: str, seller_id: int, other_id: int) -> None:
        messages = await self._talk.thread(seller, other_id)
        await self._talk.read(seller, other_id)
        last = messages[-1]
        due = [
            message
            for message in messages
            if message["actionType"] == "CONFIRM_PAYMENT" and message["card"]["state"] == "open"
        ]
        offer = next((message["offer"] for message in messages[::-1] if message["offer"]), None)
        if offer and offer["state"] == "open" and not offer["isOwn"]:
            await self._answer_offer(seller, offer)
        elif due and await self._held.is_protected(seller, due[-1]["card"]["transactionId"]):
            newest = [message for message in messages if message["actionType"]][-1]
            # Below a later step of another purchase, this text would look like a request to pay that purchase
            # again.
            if newest is due[-1] and not any(message["content"] == PAY_HERE for message in messages):
                await self._say(seller, other_id, PAY_HERE)
        elif due:
            await self._shop.post(
                "messaging", "/api/messages/action/confirm", {"messageId": due[-1]["id"]}, seller
            )
            await self._talk.ship(seller, due[-1]["card"]["transactionId"])
            await self._say(seller, other_id, "Thank you, the money is here. The parcel is on its way.")
        elif last["senderId"] == other_id and last["messageType"] == "TEXT":
            product = last["product"] or next(
                (message["product"] for message in messages[::-1] if message["product"]), None
            )
            if product and any(word in last["content"].lower() for word in WANTS):
                form = {"receiverId": other_id, "productId": product["id"], "actionType": "INITIATE"}
                status, _ = await self._shop.post("messaging", "/api/messages/action", form, seller)
                if status in (200, 201):
                    return
            if not any(message["senderId"] == seller_id for message in messages):
                await self._say(seller, other_id, HELLO)

    async def _answer_offer(self, seller: str, offer: dict[str, Any]) -> None:
        asking, amount = offer["askingPrice"], offer["amount"]
        path = f"/api/offers/{offer['id']}"
        if amount >= ENOUGH * asking:
            await self._shop.post("messaging", f"{path}/accept", {}, seller)
        else:
            half_way = {"amount": round((asking + amount) / 2, 2)}
            await self._shop.post("messaging", f"{path}/counter", half_way, seller)

    async def _say(self, seller: str, other_id: int, content: str) -> None:
        await self._shop.post(
            "messaging", "/api/messages", {"receiverId": other_id, "content": content}, seller
        )
