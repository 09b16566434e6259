"""Metrics are served on a separate port that is not public."""

from functools import lru_cache

from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

from libs.kit.process import profile

REGISTRY = CollectorRegistry()
REQUESTS = Counter("gateway_requests", "Requests answered", ["service", "status"], registry=REGISTRY)
SECONDS = Histogram(
    "gateway_request_seconds",
    "Time to answer a request",
    ["service"],
    registry=REGISTRY,
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
CACHE = Counter("gateway_cache", "Reads of guests by source of the response", ["source"], registry=REGISTRY)
SOCKETS = Gauge("gateway_sockets", "Open live connections", registry=REGISTRY)
FRESHNESS = Histogram(
    "gateway_bid_frame_seconds",
    "Time from a bid to its frame on the sockets (clocks of two machines)",
    registry=REGISTRY,
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
FRAMES = Counter("gateway_frames_sent", "Live frames written to sockets", registry=REGISTRY)
FOLDED = Counter("gateway_bids_folded", "Bids that were sent in the frame of a later bid", registry=REGISTRY)
GAPS = Counter(
    "gateway_socket_gaps",
    "Frames that slow readers did not get, except for the last of each room",
    registry=REGISTRY,
)
DROPPED = Counter(
    "gateway_sockets_dropped", "Live connections that the gateway closed", ["reason"], registry=REGISTRY
)
EVENTS_FAILED = Counter("gateway_events_failed", "Live events that could not be applied", registry=REGISTRY)
KEY_EXCHANGES = Counter(
    "gateway_key_exchanges", "Requests to auth about API keys, by outcome", ["outcome"], registry=REGISTRY
)


def count_request(service: str, status: int, seconds: float) -> None:
    requests, durations = _of(service, status // 100)
    requests.inc()
    durations.observe(seconds)


@lru_cache(maxsize=64)
def _of(service: str, hundreds: int) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(service, f"{hundreds}xx"), SECONDS.labels(service)


async def serve_metrics(host: str, port: int) -> web.AppRunner:
    """Serve `/metrics`, `/healthz` and, only within the pod, `/profile`."""
    app = web.Application()
    app.router.add_get("/metrics", _metrics)
    app.router.add_get("/healthz", _health)
    app.router.add_get(profile.PATH, _profile)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, host, port).start()
    return runner


async def _metrics(request: web.Request) -> web.Response:
    return web.Response(body=generate_latest(REGISTRY), headers={"Content-Type": CONTENT_TYPE_LATEST})


async def _health(request: web.Request) -> web.Response:
    return web.json_response({"status": "ok"})


async def _profile(request: web.Request) -> web.Response:
    try:
        seconds = float(request.query.get("seconds", "10"))
    except ValueError:
        seconds = 0.0
    text, status = await profile.profile_response(request.remote, seconds)
    return web.Response(text=text, status=status)
