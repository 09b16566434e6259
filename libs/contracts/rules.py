"""Platform rules that operators can change, with their defaults and bounds."""

from dataclasses import dataclass
from typing import Literal

RuleName = Literal[
    "first_bid", "pay_billplz", "pay_toyyibpay", "pay_wallet", "listings_for_sale", "listings_a_day",
    "saved_searches", "open_boost_orders", "offers_for_a_listing", "favourite_offers_a_day",
]  # fmt: skip
# A choice or switch is 0 or 1. A limit is a maximum number.
RuleKind = Literal["choice", "switch", "limit"]


@dataclass(frozen=True)
class Rule:
    kind: RuleKind
    default: int
    least: int
    most: int

    def allows(self, value: int) -> bool:
        return self.least <= value <= self.most

    def within(self, value: int) -> int:
        """Clamps a value that another build may have allowed."""
        return max(self.least, min(value, self.most))


RULES: dict[RuleName, Rule] = {
    # 0: the starting price plus the increment (C20). 1: the starting price.
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
