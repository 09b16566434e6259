"""Checks ends: no later bid, no early announcement, the same end on all screens."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.faults.history import Attempt, Broken, Published, StoredBid, Terms, once

# The clocks of a person and the database may differ by this.
TICK = 0.05
SAME = 0.001


@dataclass(frozen=True)
class Screen:
    """`seq` is the last frame received."""

    seq: int = 0
    price: int = 0
    ends_at: float = 0.0
    outcome: str | None = None
    winner_id: int | None = None


def check_ends(
    terms: Terms, attempts: Sequence[Attempt], stored: Sequence[StoredBid], published: Iterable[Published]
) -> float:
    """Returns the end."""
    due, moved = terms.end, list[float]()
    for bid in stored:
        if bid.placed_at >= due:
            raise Broken(f"bid {bid.seq} was taken {bid.placed_at - due:.3f} s after the end")
        later = _after(terms, due, bid.placed_at)
        moved += [later] if later > due else []
        due = later
    announced = [event.ends_at for event in once(published) if event.ends_at is not None]
    if len(announced) != len(moved) or any(
        abs(one - other) > SAME for one, other in zip(announced, moved, strict=True)
    ):
        raise Broken(f"published were the ends {announced}, by the bids they are {moved}")
    placed = {bid.seq: bid.placed_at for bid in stored}
    for attempt in attempts:
        if attempt.outcome == "ended" and attempt.ended < due - TICK:
            raise Broken(f"received the end {due - attempt.ended:.3f} s before the end: {attempt}")
        at = attempt.ended
        if attempt.outcome == "accepted" and attempt.seq is not None:
            at = placed.get(attempt.seq, at)
        if not attempt.began - TICK <= at <= attempt.ended + TICK:
            raise Broken(f"written down at {at}, outside of {attempt}")
    return due


def check_outcome(stored: Sequence[StoredBid], published: Iterable[Published], kept: Screen) -> None:
    """The last event is the only outcome, and matches the row."""
    events = once(published)
    ends = [event for event in events if event.outcome is not None]
    if len(ends) != 1 or events[-1] != ends[0]:
        raise Broken(f"there is not one outcome, and nothing after it: {ends}")
    (end,) = ends
    due = ("sold", stored[-1].bidder_id, stored[-1].amount) if stored else ("no_bids", None, None)
    if (end.outcome, end.winner_id, end.price) != due:
        raise Broken(f"the bids say {due}, published was {end}")
    if (kept.outcome, kept.winner_id, kept.seq) != (end.outcome, end.winner_id, end.version):
        raise Broken(f"published was {end}, the table says {kept}")


def check_screens(kept: Screen, screens: Sequence[Screen], shown: Iterable[str]) -> None:
    """Nobody ever saw another outcome."""
    for screen in screens:
        same = (screen.seq, screen.price, screen.outcome, screen.winner_id)
        if (
            same != (kept.seq, kept.price, kept.outcome, kept.winner_id)
            or abs(screen.ends_at - kept.ends_at) > SAME
        ):
            raise Broken(f"a watcher is left with {screen}, it ended as {kept}")
    if not set(shown) <= {kept.outcome}:
        raise Broken(f"shown were the outcomes {sorted(set(shown))}, it ended as {kept.outcome}")


def _after(terms: Terms, end: float, at: float) -> float:
    if end - at > terms.window:
        return end
    return max(end, min(at + terms.length, terms.end + terms.cap))
