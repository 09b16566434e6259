"""Rooms of the live endpoint and their frames."""

from dataclasses import dataclass

from libs.contracts.live import FrameModel


@dataclass(frozen=True)
class Frame:
    room: str
    name: str
    payload: FrameModel

    @property
    def body(self) -> str:
        """Omits unset fields."""
        return self.payload.model_dump_json(by_alias=True, exclude_unset=True)


AUCTION_ROOMS, USER_ROOMS = "auction:", "user:"
STAFF_ROOM = "staff"


def auction_room(auction_id: int) -> str:
    return f"{AUCTION_ROOMS}{auction_id}"


def user_room(user_id: int) -> str:
    return f"{USER_ROOMS}{user_id}"
