"""Typing indicators are forwarded to the other person, over Redis if that person is connected to another
replica. They are never stored. A lost frame does not matter, because further typing sends new frames and
browsers expire the indicator after seconds."""

import json

from pydantic import ValidationError
from redis.asyncio import Redis

from gateway.http.replicas import ReplicaChannel
from gateway.live.hub import Hub
from gateway.live.pairs import Pairs
from libs.contracts.live import FrameModel, RoomId, TypingOut
from libs.contracts.rooms import user_room

CHANNEL = "wangi:typing"


class TypingRelay(FrameModel):
    receiver_id: RoomId
    frame: TypingOut


class Typing:
    def __init__(self, hub: Hub, pairs: Pairs, redis: Redis) -> None:
        self._hub, self._pairs = hub, pairs
        self.replicas = ReplicaChannel(redis, CHANNEL, self.deliver)

    async def send(self, receiver_id: int, frame: TypingOut) -> None:
        """Show a frame to its receiver on all replicas, if the two people may write to each other."""
        if not await self._pairs.may_write(frame.user_id, receiver_id):
            return
        self._show(receiver_id, frame)
        self.replicas.publish(
            TypingRelay(receiver_id=receiver_id, frame=frame).model_dump_json(by_alias=True)
        )

    def _show(self, receiver_id: int, frame: TypingOut) -> None:
        body = frame.model_dump_json(by_alias=True)
        self._hub.publish(user_room(receiver_id), "typing", body, passing=True, numbered=False)

    def deliver(self, message: bytes) -> None:
        """Show a frame from another replica. Invalid frames are ignored."""
        try:
            relayed = TypingRelay.model_validate(json.loads(message[:1024]))
        except (ValidationError, ValueError):
            return
        self._show(relayed.receiver_id, relayed.frame)
