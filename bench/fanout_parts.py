"""The servers of the fan-out benchmark: the gateway and python-socketio."""

import asyncio
import gc
import signal
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import uvloop

AUCTION, ROOM = 7, "auction:7"
ENDS = datetime(2030, 1, 1, tzinfo=UTC)


def bid_event(version: int) -> str:
    from libs.contracts.event import make_envelope
    from libs.contracts.events.auction import BidPlaced

    event = BidPlaced(
        auction_id=AUCTION, product_id=1, seller_id=2, bid_id=version, bidder_id=9, bidder_name="a***z",
        amount=version * 100, placed_at=ENDS - timedelta(days=1), previous_bidder_id=8, bid_count=version,
        minimum_bid=version * 100 + 500, ends_at=ENDS, reserve_met=None, epoch=1,
    )  # fmt: skip
    return make_envelope(event, version).model_dump_json()


class Orders(asyncio.Protocol):
    """Receives an event per line, or `rush FROM TO` for that many frames."""

    def __init__(self, orders: "asyncio.Queue[bytes]") -> None:
        self._orders, self._got = orders, b""

    def data_received(self, data: bytes) -> None:
        *lines, self._got = (self._got + data).split(b"\n")
        for line in lines:
            self._orders.put_nowait(line)


async def _orders(port: int) -> "asyncio.Queue[bytes]":
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    await asyncio.get_running_loop().create_server(lambda: Orders(queue), "127.0.0.1", port)
    return queue


async def gateway(port: int, orders_port: int, service: str) -> None:
    """The real gateway, with events from the load process instead of Kafka."""
    from gateway.live import pace
    from gateway.main import Gateway
    from gateway.settings import GatewaySettings
    from libs.contracts.services import SERVICES
    from libs.kit.process import logs

    logs.set_up("gateway", "CRITICAL")
    addresses: dict[str, Any] = {f"{name}_url": service for name in SERVICES}
    settings = GatewaySettings(port=port, environment="test", wangi_relaxed_limits=True, **addresses)
    orders = await _orders(orders_port)
    calm = pace.PERIOD

    async def events() -> AsyncIterator[bytes]:
        while True:
            line = await orders.get()
            if not line.startswith(b"rush"):
                yield line
                continue
            pace.PERIOD = 0.0  # Each bid in its own frame, without pacing.
            for version in range(*map(int, line.split()[1:])):
                yield bid_event(version).encode()
                await asyncio.sleep(0)
                await asyncio.sleep(0)
            pace.PERIOD = calm

    running = Gateway(settings, events=events())
    running.limiter.factor = 100_000  # Counted as usual, but never reached.
    await running.start()
    gc.freeze()
    await _until_stopped()
    await running.stop()


async def socket_io(port: int, orders_port: int) -> None:
    """As in python-socketio's documentation, on its fastest server."""
    import socketio
    from aiohttp import web

    from libs.contracts.event import Envelope
    from libs.contracts.frames import frames_of

    server = socketio.AsyncServer(async_mode="aiohttp", cors_allowed_origins="*", transports=["websocket"])

    async def join(sid: str, payload: dict[str, Any]) -> None:
        await server.enter_room(sid, f"auction:{payload['auctionId']}")
        await server.emit("resync", {"auctionId": AUCTION, "seq": 3, "epoch": 1}, to=sid)

    server.on("joinAuction", join)
    app = web.Application()
    server.attach(app, socketio_path="ws")
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port, backlog=1024).start()
    orders = await _orders(orders_port)
    gc.freeze()

    async def follow_orders() -> None:
        while True:
            line = await orders.get()
            for version in range(*map(int, line.split()[1:])):
                frame = frames_of(Envelope.model_validate_json(bid_event(version)))[0]
                payload = frame.payload.model_dump(mode="json", by_alias=True, exclude_unset=True)
                await server.emit(frame.name, payload, room=ROOM)

    following = asyncio.create_task(follow_orders())
    await _until_stopped()
    following.cancel()
    await runner.cleanup()


async def _until_stopped() -> None:
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    await stopped.wait()


def main() -> None:
    which, port, orders = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    uvloop.run(gateway(port, orders, sys.argv[4]) if which == "gateway" else socket_io(port, orders))


if __name__ == "__main__":
    main()
