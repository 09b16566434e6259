from typing import Literal

from libs.marketplace.settings import Settings


class AdminSettings(Settings):
    # Same default as in the auction service. The rules page shows it until an operator changes the rule.
    first_bid_rule: Literal["start_plus_increment", "start"] = "start_plus_increment"
