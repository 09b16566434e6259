"""Who is typing: passed on to the other person of a conversation, and kept nowhere.

Other replicas hear of it over Redis. A frame that is lost is no loss: the next one comes with the next
letters, and browsers forget it by themselves after a few seconds."""

import json
import time
from collections import OrderedDict

from pydantic import ValidationError
from redis.asyncio import Redis

from gateway.edge.replicas import ReplicaChannel
from gateway.edge.services import ServiceClient
from gateway.live.hub import Hub
from libs.contracts.live import FrameModel, RoomId, TypingOut, user_room
from libs.kit.http.errors import DomainError

CHANNEL = "wangi:typing"
# How long it is remembered whether two people may write to each other, and of how many pairs.
KNOWN_SECONDS, MOST_PAIRS = 60.0, 10_000


class Told(FrameModel):
    """A typing frame on its way to another replica."""

    receiver_id: RoomId
    frame: TypingOut


class Typing:
    """Passes typing frames between two people who have a conversation."""

    def __init__(self, hub: Hub, services: ServiceClient, redis: Redis) -> None:
        self._hub, self._services = hub, services
        self._pairs: OrderedDict[tuple[int, int], tuple[bool, float]] = OrderedDict()
        self.replicas = ReplicaChannel(redis, CHANNEL, self.hear)

    async def tell(self, receiver_id: int, frame: TypingOut) -> None:
        """Show a frame to its receiver, here and at other replicas, if the two may write to each other."""
        if not await self._may_write(frame.user_id, receiver_id):
            return
        self._show(receiver_id, frame)
        self.replicas.tell(Told(receiver_id=receiver_id, frame=frame).model_dump_json(by_alias=True))

    def _show(self, receiver_id: int, frame: TypingOut) -> None:
        body = frame.model_dump_json(by_alias=True)
        self._hub.publish(user_room(receiver_id), "typing", body, passing=True, numbered=False)

    async def _may_write(self, one: int, other: int) -> bool:
        pair = min(one, other), max(one, other)
        known = self._pairs.get(pair)
        if known is not None and time.monotonic() < known[1]:
            return known[0]
        try:
            answer = await self._services.asked("messaging", f"/internal/conversations/{pair[0]}/{pair[1]}")
        except DomainError:
            return False  # nothing is shown while messaging is away
        is_open = isinstance(answer, dict) and answer.get("isOpen") is True
        self._pairs[pair] = is_open, time.monotonic() + KNOWN_SECONDS
        self._pairs.move_to_end(pair)
        if len(self._pairs) > MOST_PAIRS:
            self._pairs.popitem(last=False)
        return is_open

    def hear(self, told: bytes) -> None:
        """Show what another replica has passed on; what is no frame of ours is left out."""
        try:
            heard = Told.model_validate(json.loads(told[:1024]))
        except (ValidationError, ValueError):
            return
        self._show(heard.receiver_id, heard.frame)
