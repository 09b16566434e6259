"""Settings of the auction service."""

from typing import Annotated, Literal

from pydantic import Field

from libs.kit.process.settings import Settings

Window = Annotated[int, Field(ge=0, le=86_400)]


class AuctionSettings(Settings):
    """What only this service needs to know."""

    first_bid_rule: Literal["start_plus_increment", "start"] = "start_plus_increment"
    auction_extension_window_seconds: Window = 120
    auction_extension_seconds: Window = 120
    auction_extension_cap_seconds: Window = 1800
    # How long before its end an auction is called out, once; never one that is not twice as long. 0: none is.
    auction_ending_soon_seconds: Window = 3600

    @property
    def start_counts(self) -> bool:
        """Return whether the first bid may equal the starting price (C20), until an operator chooses."""
        return self.first_bid_rule == "start"
