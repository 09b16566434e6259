"""How much one seller may have for sale, and put up within a day."""

from dataclasses import dataclass
from datetime import timedelta

from services.catalog.domain.refusals import TooManyForSale, TooManyNew

MOST_FOR_SALE, MOST_NEW = 5_000, 2_000
NEW_FOR = timedelta(days=1)


@dataclass
class Allowance:
    """How many listings a seller has for sale, and how many of all are new."""

    for_sale: int
    new: int

    def check(self) -> None:
        """Refuse one more listing when there is no room for it."""
        self.check_for_sale()
        if self.new >= MOST_NEW:
            raise TooManyNew(most=MOST_NEW)

    def check_for_sale(self) -> None:
        """Refuse one more listing for sale when there is no room for it."""
        if self.for_sale >= MOST_FOR_SALE:
            raise TooManyForSale(most=MOST_FOR_SALE)

    def fill(self) -> None:
        """Count one more listing."""
        self.for_sale += 1
        self.new += 1
