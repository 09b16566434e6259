"""The calls of staff who work through their queues, and of people who report to them."""

import asyncio

from deploy.demo.shop import MODERATOR, SECOND_MODERATOR
from deploy.demo.shop_client import PATIENCE_SECONDS, PAUSE_SECONDS, Shop

FIRST, SECOND = MODERATOR[0], SECOND_MODERATOR[0]


class Queue:
    """The cases of one kind, by the number of what each is about."""

    def __init__(self, shop: Shop, kind: str) -> None:
        self._shop, self._kind = shop, kind

    async def cases(self, subjects: list[int], state: str = "waiting") -> list[int]:
        """Return the cases of these subjects in their order, once admin has heard of all."""
        path = f"/api/admin/cases?kind={self._kind}&state={state}"
        until = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        while asyncio.get_running_loop().time() < until:
            _, page = await self._shop.post("admin", path, None, FIRST, method="GET")
            found = {one["subjectId"]: int(one["id"]) for one in page["cases"]}
            if found.keys() >= set(subjects):
                return [found[one] for one in subjects]
            await asyncio.sleep(PAUSE_SECONDS)
        raise SystemExit(f"The demo waits for cases about a {self._kind}")

    async def of_people(self, people: list[int], state: str) -> list[int]:
        """Return the newest case about each of these people, once admin has heard of all."""
        path = f"/api/admin/cases?kind={self._kind}&state={state}"
        until = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        while asyncio.get_running_loop().time() < until:
            _, page = await self._shop.post("admin", path, None, FIRST, method="GET")
            found = {one["about"]["id"]: int(one["id"]) for one in reversed(page["cases"])}
            if found.keys() >= set(people):
                return [found[one] for one in people]
            await asyncio.sleep(PAUSE_SECONDS)
        raise SystemExit(f"The demo waits for cases of people: {self._kind}")


async def claim(shop: Shop, case: int, who: str = FIRST) -> None:
    """Claim a case."""
    await shop.post_until_known("admin", f"/api/admin/cases/{case}/claim", {}, who)


async def decide(shop: Shop, case: int, decision: str, reason: str, words: str, who: str = FIRST) -> None:
    """Decide a case."""
    form = {"decision": decision, "reason": reason, "words": words}
    await shop.post_until_known("admin", f"/api/admin/cases/{case}/decision", form, who)


async def appeal(shop: Shop, case: int, words: str, who: str) -> None:
    """Contest a decision about oneself; it can be once it was carried out."""
    await shop.post_until_known("admin", f"/api/cases/{case}/appeal", {"words": words}, who)
