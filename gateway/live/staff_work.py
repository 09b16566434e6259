"""Tells staff which areas have changed, so that a dashboard asks again when there is something to see."""

import asyncio

from gateway.live.hub import Hub
from libs.contracts.events.auth import AccountRead, UserFact
from libs.contracts.fact import Fact
from libs.contracts.live import StaffArea, StaffWorkOut
from libs.contracts.rooms import STAFF_ROOM, Frame

# Seconds that changes are gathered: what counts facts has heard them by then, and a busy day asks no more
# often than this.
PERIOD = 2.0
_AREAS: dict[str, StaffArea] = {
    "wangi.users": "people",
    "wangi.products": "listings",
    "wangi.auctions": "auctions",
    "wangi.trades": "purchases",
    "wangi.boosts": "money",
    "wangi.moderation": "cases",
}


class StaffWork:
    """The areas that changed within the last period; there are six at most."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._areas: set[StaffArea] = set()

    def hear(self, fact: Fact) -> None:
        """Remember the area of a fact, if any of the staff is here."""
        area = _AREAS.get(fact.topic)
        if area is None or not self._hub.watched(STAFF_ROOM):
            return
        # Of people only what they are: not each notice, and not that staff has looked at them.
        if area == "people" and (not isinstance(fact, UserFact) or isinstance(fact, AccountRead)):
            return
        if not self._areas:
            asyncio.get_running_loop().call_later(PERIOD, self._publish)
        self._areas.add(area)

    def _publish(self) -> None:
        areas, self._areas = sorted(self._areas), set()
        frame = Frame(STAFF_ROOM, "staff_work", StaffWorkOut(areas=areas))
        self._hub.publish(STAFF_ROOM, frame.name, frame.body, passing=True, numbered=False)
