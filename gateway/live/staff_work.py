"""Publishes to staff which areas have changed, so that dashboards reload."""

import asyncio

from gateway.live.hub import Hub
from libs.contracts.event import Event
from libs.contracts.events.auth import AccountRead, UserEvent
from libs.contracts.events.sanctions import SanctionAcknowledged
from libs.contracts.events.staff import PrivateReadEvent
from libs.contracts.live import StaffArea, StaffWorkOut
from libs.contracts.rooms import STAFF_ROOM, Frame

# Seconds between updates. Event counters are up to date after this time, and dashboards reload at most this
# often.
PERIOD = 2.0
_AREAS: dict[str, StaffArea] = {
    "wangi.users": "people",
    "wangi.products": "listings",
    "wangi.auctions": "auctions",
    "wangi.trades": "purchases",
    "wangi.boosts": "money",
    "wangi.moderation": "cases",
}


def _area_of(event: Event) -> StaffArea | None:
    # Staff access changes nothing. For people only the status matters, not each notification.
    if isinstance(event, PrivateReadEvent | AccountRead):
        return None
    if isinstance(event, SanctionAcknowledged):
        return "cases"  # Cases show decisions that are not applied everywhere.
    if event.topic == "wangi.users" and not isinstance(event, UserEvent):
        return None
    return _AREAS.get(event.topic)


class StaffWork:
    """The areas that changed within the last period, at most six."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._areas: set[StaffArea] = set()

    def deliver(self, event: Event) -> None:
        """Record the area of an event if staff is connected."""
        area = _area_of(event)
        if area is None or not self._hub.watched(STAFF_ROOM):
            return
        if not self._areas:
            asyncio.get_running_loop().call_later(PERIOD, self._publish)
        self._areas.add(area)

    def _publish(self) -> None:
        areas, self._areas = sorted(self._areas), set()
        frame = Frame(STAFF_ROOM, "staff_work", StaffWorkOut(areas=areas))
        self._hub.publish(STAFF_ROOM, frame.name, frame.body, numbered=False)
