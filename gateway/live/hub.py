"""Rooms of sockets. A frame is encoded once per dialect for the whole room."""

import asyncio
import random
import time
from collections import Counter

from gateway import metrics
from gateway.live.engineio import PING_SECONDS, PONG_SECONDS
from gateway.live.framing import text_frame
from gateway.live.socket import GOING_AWAY, POLICY, RESTART, Socket
from libs.contracts.events.auth import session_mark
from libs.contracts.rooms import STAFF_ROOM, user_room
from libs.kit.errors import NotSignedIn
from libs.kit.security.tokens import Identity
from libs.marketplace.access import STAFF_ROLES

_TO_OPEN_SECONDS = 20
SIGNED_OUT = {"message": NotSignedIn.message, "code": "signed_out", "details": {}}


class Hub:
    def __init__(self) -> None:
        self.sockets: set[Socket] = set()
        self._rooms: dict[str, set[Socket]] = {}
        self._guests: Counter[str] = Counter()
        self._spared: dict[tuple[Socket, str, bool], bytes] = {}
        # Rooms that a person has joined or left since the last count.
        self.stirred: set[str] = set()
        # Connections of heavy users to other replicas, as reported a few seconds ago.
        self.connections_elsewhere: Counter[int] = Counter()
        # Guests of large networks on other replicas, as reported a few seconds ago.
        self.guests_elsewhere: Counter[str] = Counter()
        self.draining = False

    def add(self, socket: Socket) -> None:
        self.sockets.add(socket)
        self._guests[socket.network] += 1
        metrics.SOCKETS.set(len(self.sockets))

    def forget(self, socket: Socket) -> None:
        self.sockets.discard(socket)
        if socket.identity is None:
            self._guest_gone(socket.network)
        for room in tuple(socket.rooms):
            self.leave(socket, room)
        metrics.SOCKETS.set(len(self.sockets))

    def join(self, socket: Socket, room: str) -> None:
        self._rooms.setdefault(room, set()).add(socket)
        socket.rooms.add(room)
        self.stirred.add(room)

    def leave(self, socket: Socket, room: str) -> None:
        socket.rooms.discard(room)
        self.stirred.add(room)
        members = self._rooms.get(room)
        if members is not None:
            members.discard(socket)
            if not members:
                del self._rooms[room]

    def watched(self, room: str) -> bool:
        return room in self._rooms

    def signed_in(self, room: str) -> set[int]:
        members = self._rooms.get(room, ())
        return {socket.identity.user_id for socket in members if socket.identity is not None}

    def people_in(self, room: str) -> int:
        """A person with several connections counts once. Each guest connection counts."""
        members = self._rooms.get(room, ())
        return len(self.signed_in(room)) + sum(socket.identity is None for socket in members)

    def publish(
        self, room: str, name: str, body: str, *, passing: bool = False, numbered: bool = True
    ) -> int:
        """Send an event to a room. Returns the number of receivers. Slow readers skip `passing` events, which
        are soon outdated, and later get the last event of the room. Events without a sequence number do not
        replace numbered events, because clients could not notice the gap."""
        members = self._rooms.get(room)
        if not members:
            return 0
        framed: dict[str, bytes] = {}
        for socket in tuple(members):
            dialect = socket.codec.dialect
            if dialect not in framed:
                framed[dialect] = text_frame(socket.codec.event(name, body))
            if passing and socket.lags:
                metrics.GAPS.inc()
                self._spared[socket, room, numbered] = framed[dialect]
                continue
            if self._spared:
                self._spared.pop((socket, room, numbered), None)
            socket.send_framed(framed[dialect])
        metrics.FRAMES.inc(len(members))
        return len(members)

    def catch_up(self) -> None:
        """Send the last skipped event of each room to slow readers that have caught up."""
        for key, framed in tuple(self._spared.items()):
            socket, room, _ = key
            if room not in socket.rooms:
                del self._spared[key]
            elif not socket.lags:
                del self._spared[key]
                socket.send_framed(framed)

    def guests_of(self, network: str) -> int:
        """Guest connections from a network, over all replicas as last reported."""
        return self._guests[network] + self.guests_elsewhere[network]

    def networks_of(self, least: int) -> dict[str, int]:
        """Networks with at least `least` guest connections to this replica."""
        return {network: count for network, count in self._guests.items() if count >= least}

    def connections_here(self, user_id: int) -> int:
        return len(self._rooms.get(user_room(user_id), ()))

    def connections_of(self, user_id: int) -> int:
        return self.connections_here(user_id) + self.connections_elsewhere[user_id]

    def name(self, socket: Socket, identity: Identity) -> None:
        """Set the person of a connection. The connection joins the person's room, and the staff room if the
        person is staff."""
        if socket.identity is None:
            self._guest_gone(socket.network)
            self.stirred |= socket.rooms
        socket.identity = identity
        self.join(socket, user_room(identity.user_id))
        if not STAFF_ROLES.isdisjoint(identity.roles):
            self.join(socket, STAFF_ROOM)
        else:
            self.leave(socket, STAFF_ROOM)

    def revoke(self, user_id: int, epoch: int) -> None:
        for socket in tuple(self._rooms.get(user_room(user_id), ())):
            if socket.identity is not None and socket.identity.epoch < epoch:
                self._sign_out(socket)

    def end_session(self, user_id: int, session: int) -> None:
        for socket in tuple(self._rooms.get(user_room(user_id), ())):
            if socket.identity is not None and session_mark(socket.identity.session_id) == session:
                self._sign_out(socket)

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(1)
            self.look_after(time.monotonic(), time.time())
            self.catch_up()

    def look_after(self, now: float, wall: float) -> None:
        for socket in tuple(self.sockets):
            if socket.identity is not None and socket.identity.expires_at <= wall:
                self._sign_out(socket)
            elif not socket.codec.open and now - socket.opened_at > _TO_OPEN_SECONDS:
                socket.close(POLICY, "not opened")
            elif socket.pinged_at > socket.received_at and now - socket.pinged_at > PONG_SECONDS:
                socket.close(GOING_AWAY, "silent")
            elif now - socket.pinged_at >= PING_SECONDS:
                socket.pinged_at = now
                socket.send_framed(socket.codec.ping)

    async def drain(self, seconds: float) -> None:
        """Close all connections, spread over `seconds`, so that clients do not reconnect at the same time."""
        self.draining = True
        sockets = tuple(self.sockets)
        leaving = [asyncio.create_task(_send_away(s, random.uniform(0, seconds))) for s in sockets]
        await asyncio.gather(*leaving)

    def _guest_gone(self, network: str) -> None:
        self._guests[network] -= 1
        if self._guests[network] <= 0:
            del self._guests[network]

    def _sign_out(self, socket: Socket) -> None:
        socket.send_event("error", SIGNED_OUT)
        socket.close(POLICY, "signed out")


async def _send_away(socket: Socket, after: float) -> None:
    await asyncio.sleep(after)
    socket.close(RESTART, "reconnect")
    await asyncio.wait([asyncio.ensure_future(socket.wait_for_close())], timeout=1.0)
