"""The rooms of the live edge, and a frame on its way to one of them."""

from dataclasses import dataclass

from libs.contracts.live import FrameModel


@dataclass(frozen=True)
class Frame:
    """One frame for everybody in one room."""

    room: str
    name: str
    payload: FrameModel

    @property
    def body(self) -> str:
        """Return its JSON object on the wire; what was not said is left out."""
        return self.payload.model_dump_json(by_alias=True, exclude_unset=True)


AUCTION_ROOMS, USER_ROOMS = "auction:", "user:"
# Every open connection of staff.
STAFF_ROOM = "staff"


def auction_room(auction_id: int) -> str:
    return f"{AUCTION_ROOMS}{auction_id}"


def user_room(user_id: int) -> str:
    return f"{USER_ROOMS}{user_id}"
