import asyncio
from dataclasses import replace
from typing import Any

from deploy.demo.queue_client import FIRST, SECOND, Queue, appeal, claim, decide
from deploy.demo.queue_words import APPEALS, LISTINGS, MEMBERS, Member
from deploy.demo.shop import WITHOUT_BADGE, offers
from deploy.demo.shop_client import Shop

# The first six members are banned. The others are suspended.
BANNED = 6
DAYS = 14
REMOVAL = {"code": "counterfeit", "reason": "It looks like a counterfeit."}


class Reports:
    def __init__(self, shop: Shop) -> None:
        self._shop = shop

    async def fill(self) -> None:
        await asyncio.gather(self._listings(), self._removals(), self._people())

    async def _listings(self) -> None:
        """Reports eight more listings. Two are assigned and one is dismissed."""
        _, shown = await self._shop.post("catalog", "/api/products?limit=50&sort=low", None, method="GET")
        reported = [int(item["id"]) for item in shown[:: len(shown) // len(LISTINGS)]][: len(LISTINGS)]
        for product, member, (reason, words) in zip(reported, MEMBERS, LISTINGS, strict=False):
            form, path = {"reason": reason, "words": words}, f"/api/products/{product}/report"
            await self._shop.post_until_known("catalog", path, form, member.username)
        cases = await Queue(self._shop, "listing").cases(reported)
        await claim(self._shop, cases[0])
        await claim(self._shop, cases[1], SECOND)
        await decide(
            self._shop, cases[2], "dismiss", "no_breach", "The seller sent the first upload of 2023."
        )

    async def _removals(self) -> None:
        bottles = [
            replace(offer, number=-1, photos=offer.photos[:1]) for offer in offers() if offer.stage is None
        ]
        own = [item for item in bottles if item.seller in WITHOUT_BADGE]
        for bottle, words in zip(own, APPEALS, strict=False):
            product = (await self._shop.list_one(bottle))["id"]
            path, form = f"/api/admin/products/{product}/remove", REMOVAL
            await self._shop.post_until_known("catalog", path, form, FIRST)
            path = f"/api/products/{product}/appeal"
            await self._shop.post_until_known("catalog", path, {"words": words}, bottle.seller.username)

    async def _people(self) -> None:
        written = [await self._write(turn, one) for turn, one in enumerate(MEMBERS)]
        waiting, hidden = [one for one, _ in written], [one for _, one in written]
        messages = Queue(self._shop, "message")
        cases = await messages.cases(hidden)
        for one, case in zip(MEMBERS, cases, strict=True):
            await decide(self._shop, case, "hide", one.reason, "Read with what was written before it.")
        for one, case in zip(MEMBERS, cases, strict=True):
            await appeal(
                self._shop, case, f"{one.contests} The message was not meant like that.", one.username
            )
        open_cases = await messages.cases(waiting)
        await claim(self._shop, open_cases[0])
        people = await Queue(self._shop, "person").cases(
            [self._shop.ids[member.username] for member in MEMBERS]
        )
        await claim(self._shop, people[0], SECOND)
        await decide(self._shop, people[1], "warn", "harassment", "A first warning, in her own language.")
        await decide(self._shop, open_cases[1], "dismiss", "no_breach", "Rude, and still allowed.")
        await self._restrict()

    async def _write(self, turn: int, one: Member) -> tuple[int, int]:
        """Writes two messages to a seller, who reports both messages and the person. Returns the ids of the
        messages."""
        seller, buyer = WITHOUT_BADGE[turn % len(WITHOUT_BADGE)].username, one.username
        path = f"/api/conversations/{self._shop.ids[buyer]}/reports"
        sent = []
        for content in (one.written, one.hidden):
            form: dict[str, Any] = {"receiverId": self._shop.ids[seller], "content": content}
            message = await self._shop.post_until_known("messaging", "/api/messages", form, buyer)
            form = {"reason": one.reason, "messageId": message["id"], "words": one.reported}
            await self._shop.post_until_known("messaging", path, form, seller)
            sent.append(int(message["id"]))
        form = {"reason": one.reason, "words": one.reported}
        await self._shop.post_until_known("messaging", path, form, seller)
        form = {"senderId": self._shop.ids[buyer]}
        await self._shop.post_until_known("messaging", "/api/messages/read", form, seller)
        return sent[0], sent[1]

    async def _restrict(self) -> None:
        """Bans six members and suspends the others. All appeal. One appeal is assigned and one is granted."""
        for turn, one in enumerate(MEMBERS):
            path = f"/api/admin/users/{self._shop.ids[one.username]}"
            form: dict[str, Any] = {"code": one.reason, "reason": one.reported}
            if turn < BANNED:
                form["isBanned"] = True
                await self._shop.call("auth", f"{path}/ban", form, FIRST, method="PATCH")
            else:
                form["days"] = DAYS
                await self._shop.call("auth", f"{path}/suspend", form, FIRST)
        people = [self._shop.ids[member.username] for member in MEMBERS]
        cases = await Queue(self._shop, "sanction").newest_closed(people)
        for one, case in zip(MEMBERS, cases, strict=True):
            await self._shop.sign_in(one.username)
            await appeal(self._shop, case, one.contests, one.username)
        await claim(self._shop, cases[0], SECOND)
        await decide(self._shop, cases[-1], "lift", "other", "Swapped empty boxes, as he says.", SECOND)
