"""Settings of the admin service."""

from typing import Literal

from libs.kit.process.settings import Settings


class AdminSettings(Settings):
    """What only this service needs to know."""

    # As auction has it: what the page of rules shows until an operator moves it.
    first_bid_rule: Literal["start_plus_increment", "start"] = "start_plus_increment"
