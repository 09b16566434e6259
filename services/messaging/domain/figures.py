"""What a seller's newest deliveries say of them."""

from dataclasses import dataclass

# So many deliveries are looked at, the newest; fewer than the least say nothing yet.
NEWEST, LEAST = 100, 3
_DAY = 86_400


@dataclass(frozen=True)
class Deliveries:
    """How many there were, how many without a buyer's report, and the median from payment to delivery."""

    count: int
    in_peace: int
    median_seconds: float | None

    @property
    def satisfaction(self) -> int | None:
        """Return the share without a report in percent, rounded down; None of too few."""
        return 100 * self.in_peace // self.count if self.count >= LEAST else None

    @property
    def shipping_days(self) -> int | None:
        """Return the days from payment to delivery, rounded up; None of too few."""
        if self.count < LEAST or self.median_seconds is None:
            return None
        return max(1, -int(-self.median_seconds // _DAY))
