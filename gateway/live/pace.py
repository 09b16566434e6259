"""Limits how often a room is updated. Busy rooms get fewer frames with several bids each."""

import asyncio
from collections import deque

from gateway import metrics
from gateway.live.hub import Hub
from libs.contracts.live import AuctionExtendedOut, NewBidOut
from libs.contracts.rooms import Frame

# Seconds between two bid frames in a room.
PERIOD = 0.05
MAX_BIDS = 20

_Paced = NewBidOut | AuctionExtendedOut


class Pace:
    """Rooms with a bid in the last period, and their queued frames. Concurrent bids share a frame. Other
    events are sent immediately, after the queued bids."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._busy: dict[str, _Waiting] = {}

    def publish(self, frame: Frame) -> None:
        room, payload = frame.room, frame.payload
        if not isinstance(payload, _Paced):
            if room in self._busy:
                self._send(room)
            self._hub.publish(room, frame.name, frame.body)
            return
        if room not in self._busy:
            self._busy[room] = _Waiting()
            # Runs after the rest of the Kafka batch has been applied.
            asyncio.get_running_loop().call_soon(self._turn, room)
        elif not self._busy[room].leads_to(payload):
            self._send(room)
        self._busy[room].add(payload)

    def _turn(self, room: str) -> None:
        if self._busy[room].last is None:
            del self._busy[room]  # The room is quiet again.
            return
        # Scheduled before sending, so that the next turn comes even if this turn fails.
        asyncio.get_running_loop().call_later(PERIOD, self._turn, room)
        self._send(room)

    def _send(self, room: str) -> None:
        waiting, self._busy[room] = self._busy[room], _Waiting()
        for frame in waiting.frames(room):
            self._hub.publish(room, frame.name, frame.body, passing=True)


class _Waiting:
    """Bids that were not sent to the room yet, and the new end if it changed."""

    def __init__(self) -> None:
        self.last: _Paced | None = None
        self._first: _Paced | None = None
        self._bids: deque[NewBidOut] = deque(maxlen=MAX_BIDS)
        self._count = 0
        self._extended: AuctionExtendedOut | None = None

    def leads_to(self, payload: _Paced) -> bool:
        """True if the payload has the next seq, so that one frame can cover both."""
        return self.last is None or (payload.epoch, payload.seq) == (self.last.epoch, self.last.seq + 1)

    def add(self, payload: _Paced) -> None:
        self._first, self.last = self._first or payload, payload
        if isinstance(payload, NewBidOut):
            self._bids.append(payload)
            self._count += 1
        else:
            self._extended = payload

    def frames(self, room: str) -> list[Frame]:
        """The queued bids in one frame, followed by the new end if it changed."""
        frames = []
        if self._bids:
            frames.append(Frame(room, "newBid", self._together()))
            metrics.FOLDED.inc(self._count - 1)
        if self._extended is not None and self.last is not None:
            # After later bids, the frame gets their seq, so that seqs never decrease.
            frames.append(
                Frame(room, "auctionExtended", self._extended.model_copy(update={"seq": self.last.seq}))
            )
        return frames

    def _together(self) -> NewBidOut:
        newest, first = self._bids[-1], self._first
        if first is newest or first is None:
            return newest
        older = [bid.bid.model_copy(update={"is_winning": False}) for bid in self._bids]
        changes = {"from_seq": first.seq, "count": self._count, "bids": [*older[:-1], newest.bid]}
        return newest.model_copy(update=changes)
