"""How much one seller may have for sale, and put up within a day."""

from dataclasses import dataclass
from datetime import timedelta

from services.catalog.domain.refusals import TooManyForSale, TooManyNew

NEW_FOR = timedelta(days=1)


@dataclass
class Allowance:
    """How many listings a seller has for sale, how many of all are new, and how many of each may be."""

    for_sale: int
    new: int
    most_for_sale: int
    most_new: int

    def check(self) -> None:
        """Refuse one more listing when there is no room for it."""
        self.check_for_sale()
        if self.new >= self.most_new:
            raise TooManyNew(self.most_new)

    def check_for_sale(self) -> None:
        """Refuse one more listing for sale when there is no room for it."""
        if self.for_sale >= self.most_for_sale:
            raise TooManyForSale(self.most_for_sale)

    def fill(self) -> None:
        """Count one more listing."""
        self.for_sale += 1
        self.new += 1
