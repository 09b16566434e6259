"""Wing and Gong's search for an order that explains a small history. It is slow, and checks the quick
checker."""

from collections.abc import Sequence
from math import inf

from tests.faults.history import Attempt, StoredBid, Terms


def is_explained(terms: Terms, attempts: Sequence[Attempt], stored: Sequence[StoredBid]) -> bool:
    return _Search(terms, attempts, stored).goes_on(frozenset(range(len(attempts))), 0)


class _Search:
    def __init__(self, terms: Terms, attempts: Sequence[Attempt], stored: Sequence[StoredBid]) -> None:
        self._attempts, self._stored = attempts, stored
        self._minimums = [price + terms.increment for price in (terms.start, *(bid.amount for bid in stored))]
        self._dead_ends: set[tuple[frozenset[int], int]] = set()

    def goes_on(self, left: frozenset[int], done: int) -> bool:
        answered = [n for n in left if self._attempts[n].outcome != "unknown"]
        if not answered and done == len(self._stored):
            return True
        if (left, done) in self._dead_ends:
            return False
        # A completed attempt precedes later ones. One without a response orders none.
        soonest = min((self._attempts[n].ended for n in answered), default=inf)
        for n in left:
            following = self._after(self._attempts[n], done)
            if following is None or self._attempts[n].began > soonest:
                continue
            if self.goes_on(left - {n}, following):
                return True
        self._dead_ends.add((left, done))
        return False

    def _after(self, attempt: Attempt, done: int) -> int | None:
        """None if the attempt is impossible here."""
        minimum = self._minimums[done]
        if attempt.outcome == "too low":
            return done if attempt.minimum == minimum and attempt.amount < minimum else None
        if done == len(self._stored) or attempt.amount < minimum:
            return None
        if attempt.outcome == "accepted" and attempt.seq != done + 1:
            return None
        return (
            done + 1 if self._stored[done] == StoredBid(done + 1, attempt.bidder_id, attempt.amount) else None
        )
