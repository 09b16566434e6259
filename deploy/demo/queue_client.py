from collections.abc import Callable
from typing import Any

from deploy.demo.shop import MODERATOR, SECOND_MODERATOR
from deploy.demo.shop_client import DemoError, Shop

FIRST, SECOND = MODERATOR[0], SECOND_MODERATOR[0]
MAX_PAGES = 200


async def rows(shop: Shop, service: str, path: str, name: str, who: str = FIRST) -> list[Any]:
    shown: list[Any] = []
    cursor = ""
    for _ in range(MAX_PAGES):
        status, page = await shop.post(service, path + cursor, None, who, method="GET")
        if status != 200:
            raise DemoError(f"GET {path} answered {status}: {str(page)[:300]}")
        shown += page[name]
        if page["next"] is None:
            return shown
        cursor = f"&cursor={page['next']}"
    raise DemoError(f"{path} has more than {MAX_PAGES} pages")


class Queue:
    def __init__(self, shop: Shop, kind: str) -> None:
        self._shop, self._kind = shop, kind

    async def cases(self, subjects: list[int]) -> list[int]:
        """Returns the open cases about these subjects, in the same order. Waits until all exist."""
        return await self._find(subjects, "waiting", lambda case: int(case["subjectId"]))

    async def newest_closed(self, people: list[int]) -> list[int]:
        """Returns the newest closed case of each person. Waits until all exist."""
        return await self._find(people, "closed", lambda case: int(case["about"]["id"]))

    async def _find(self, wanted: list[int], state: str, subject: Callable[[Any], int]) -> list[int]:
        path = f"/api/admin/cases?kind={self._kind}&state={state}"

        async def find_cases() -> list[int] | None:
            cases = await rows(self._shop, "admin", path, "cases")
            newest = {subject(case): int(case["id"]) for case in reversed(cases)}
            return [newest[item] for item in wanted] if newest.keys() >= set(wanted) else None

        return await self._shop.poll(find_cases, f"the cases of {path}")


async def claim(shop: Shop, case: int, who: str = FIRST) -> None:
    await shop.post_until_known("admin", f"/api/admin/cases/{case}/claim", {}, who)


async def decide(shop: Shop, case: int, decision: str, reason: str, words: str, who: str = FIRST) -> None:
    form = {"decision": decision, "reason": reason, "words": words}
    await shop.post_until_known("admin", f"/api/admin/cases/{case}/decision", form, who)


async def appeal(shop: Shop, case: int, words: str, who: str) -> None:
    """Only possible after the decision was carried out."""
    await shop.post_until_known("admin", f"/api/cases/{case}/appeal", {"words": words}, who)
