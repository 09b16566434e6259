from typing import Annotated, Literal

from pydantic import Field

from libs.marketplace.settings import Settings

Window = Annotated[int, Field(ge=0, le=86_400)]


class AuctionSettings(Settings):
    first_bid_rule: Literal["start_plus_increment", "start"] = "start_plus_increment"
    auction_extension_window_seconds: Window = 120
    auction_extension_seconds: Window = 120
    auction_extension_cap_seconds: Window = 1800
    # How long before its end an auction is announced. Only auctions that run at least twice as long are
    # announced. 0 turns announcements off.
    auction_ending_soon_seconds: Window = 3600

    @property
    def start_counts(self) -> bool:
        """The default until an operator chooses the rule (C20)."""
        return self.first_bid_rule == "start"
