"""Caches for a minute whether two people may write to each other."""

import time
from collections import OrderedDict

from gateway.http.services import ServiceClient
from libs.kit.errors import DomainError

KNOWN_SECONDS, MAX_PAIRS = 60.0, 10_000
# Shorter, because a first reply may be in progress.
UNKNOWN_SECONDS = 10.0


class Pairs:
    """Queries messaging at most once a minute for each pair that types or shows presence."""

    def __init__(self, services: ServiceClient) -> None:
        self._services = services
        self._known: OrderedDict[tuple[int, int], tuple[bool, float]] = OrderedDict()
        # Number of blocks seen. A response that was in flight during a block may be outdated.
        self._blocks = 0

    async def may_write(self, one: int, other: int) -> bool:
        """Returns False while messaging is unavailable."""
        pair = min(one, other), max(one, other)
        known = self._known.get(pair)
        if known is not None and time.monotonic() < known[1]:
            return known[0]
        blocks = self._blocks
        try:
            answer = await self._services.get_internal(
                "messaging", f"/internal/conversations/{pair[0]}/{pair[1]}"
            )
        except DomainError:
            return False
        is_open = isinstance(answer, dict) and answer.get("isOpen") is True
        if blocks != self._blocks:
            return is_open
        kept = KNOWN_SECONDS if is_open else UNKNOWN_SECONDS
        self._known[pair] = is_open, time.monotonic() + kept
        self._known.move_to_end(pair)
        if len(self._known) > MAX_PAIRS:
            self._known.popitem(last=False)
        return is_open

    def note_message(self, sender: int, receiver: int) -> None:
        """Drop a cached False, because the message may be the first reply."""
        pair = min(sender, receiver), max(sender, receiver)
        if pair in self._known and not self._known[pair][0]:
            del self._known[pair]

    def forget(self, one: int, other: int) -> None:
        """Drop the cached response about two people after a block or unblock."""
        self._blocks += 1
        self._known.pop((min(one, other), max(one, other)), None)
