"""The rules that an operator moves while the platform runs: what each is at first, and its bounds."""

from dataclasses import dataclass
from typing import Literal

RuleName = Literal[
    "first_bid", "pay_billplz", "pay_toyyibpay", "pay_wallet", "listings_for_sale", "listings_a_day",
    "saved_searches", "open_boost_orders", "offers_for_a_listing", "favourite_offers_a_day",
]  # fmt: skip
# A choice and a switch are 0 or 1; a limit is how many there may be.
RuleKind = Literal["choice", "switch", "limit"]


@dataclass(frozen=True)
class Rule:
    """What a rule is until an operator moves it, and how far they may."""

    kind: RuleKind
    default: int
    least: int
    most: int

    def allows(self, value: int) -> bool:
        """Return whether an operator may choose a value."""
        return self.least <= value <= self.most

    def within(self, value: int) -> int:
        """Return the nearest value that this build allows; another build may have allowed more."""
        return max(self.least, min(value, self.most))


RULES: dict[RuleName, Rule] = {
    # 0: above the starting price by the increment (C20), 1: the starting price itself.
    "first_bid": Rule("choice", 0, 0, 1),
    "pay_billplz": Rule("switch", 1, 0, 1),
    "pay_toyyibpay": Rule("switch", 1, 0, 1),
    "pay_wallet": Rule("switch", 1, 0, 1),
    "listings_for_sale": Rule("limit", 5_000, 1, 10_000),
    "listings_a_day": Rule("limit", 2_000, 1, 5_000),
    "saved_searches": Rule("limit", 20, 1, 50),
    "open_boost_orders": Rule("limit", 20, 1, 100),
    "offers_for_a_listing": Rule("limit", 3, 1, 10),
    "favourite_offers_a_day": Rule("limit", 20, 0, 100),
}
