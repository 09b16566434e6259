import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator
from typing import Any

import structlog
from aiohttp import web
from redis.asyncio import Redis

from gateway import metrics
from gateway.http.api_keys import ApiKeys
from gateway.http.authentication import Authenticator
from gateway.http.bids import Bids, BidWay
from gateway.http.browsers import Browsers
from gateway.http.cache import MicroCache
from gateway.http.endpoints import GatewayEndpoints
from gateway.http.invalidation import CacheInvalidation
from gateway.http.limits import Limiter
from gateway.http.pipeline import Edge
from gateway.http.proxy import Proxy
from gateway.http.security import Security
from gateway.http.server import gateway_server
from gateway.http.services import ServiceClient
from gateway.http.table import Table
from gateway.http.upstreams import Upstreams
from gateway.live.audience import Audience
from gateway.live.commands import Commands
from gateway.live.endpoint import LiveEndpoint
from gateway.live.feed import Feed, KafkaEvents
from gateway.live.hints import Hints
from gateway.live.hub import Hub
from gateway.live.messages import MessageFrames, MessageSender
from gateway.live.pairs import Pairs
from gateway.live.presence import Presence
from gateway.live.typing import Typing
from gateway.pages.app_pages import Pages
from gateway.pages.first_screens import FirstScreens
from gateway.pages.static import WebApp
from gateway.pages.status import Status
from gateway.settings import GatewaySettings
from libs.kit.process import logs, telemetry
from libs.kit.process.tasks import cancel_all
from libs.kit.security.tokens import TokenVerifier

log = structlog.get_logger(__name__)

_SPREAD_SECONDS = 2.0
_IN_FLIGHT_SECONDS = 4.0


class Gateway:
    """A replica of the gateway. `events` defaults to Kafka."""

    def __init__(
        self, settings: GatewaySettings, events: AsyncIterator[bytes] | KafkaEvents | None = None
    ) -> None:
        self.settings = settings
        self.events = events or KafkaEvents(settings.kafka_bootstrap_servers)
        self.verifier = TokenVerifier(settings.jwks_url, settings.token_issuer, settings.token_audience)
        self.authenticator, self.hub = Authenticator(self.verifier), Hub()
        self.upstreams = Upstreams(settings)
        self.services = ServiceClient(self.upstreams, settings.internal_secret.get_secret_value())
        self.limiter = Limiter(settings.redis_url.get_secret_value(), relaxed=settings.relaxed_limits)
        self.browsers = Browsers()
        self.security = Security(settings)
        self.cache = MicroCache(self.security.add_security_headers, is_live=self._is_live)
        self.messages = MessageFrames(self.hub, self.services)
        self.pairs = Pairs(self.services)
        self.feed = Feed(self.hub, self.authenticator, self.cache, self.messages, self.pairs)
        self.hints = Hints(self.hub, self.authenticator)
        url = settings.redis_url.get_secret_value()
        self.redis = Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2)
        self.audience = Audience(self.hub, self.redis)
        self.invalidation = CacheInvalidation(self.cache, self.redis)
        self.typing = Typing(self.hub, self.pairs, self.redis)
        self.status = Status(self.services.get_internal, self._is_live)
        self.edge = self._edge()
        self.server = gateway_server(self.edge.handle)
        self.listening: asyncio.Server | None = None
        self.tasks: list[asyncio.Task[None]] = []

    async def start(self) -> int:
        self.tasks = [
            asyncio.create_task(self.feed.follow(aiter(self.events))),
            asyncio.create_task(self.messages.send()),
            asyncio.create_task(self.hub.watch()),
            asyncio.create_task(self.audience.watch()),
            asyncio.create_task(self.status.watch()),
            asyncio.create_task(self.browsers.poll_key(self.services)),
            asyncio.create_task(self.invalidation.replicas.listen()),
            asyncio.create_task(self.typing.replicas.listen()),
            asyncio.create_task(self.hints.listen(self.redis, self._ask_auth)),
        ]
        for task in self.tasks:
            task.add_done_callback(_die_with)
        loop = asyncio.get_running_loop()
        self.listening = await loop.create_server(
            self.server, self.settings.host, self.settings.port, backlog=1024, reuse_address=True
        )
        port: int = self.listening.sockets[0].getsockname()[1]
        log.info("gateway_ready", port=port)
        return port

    async def _ask_auth(self, path: str) -> Any:
        return await self.services.get_internal("auth", path)

    def readiness(self) -> dict[str, bool]:
        """Whether this replica can serve requests. Services are not checked, because a single failing service
        would then take down all replicas. A replica stays ready if Kafka becomes unavailable, because bids
        still work."""
        began = self.events.begun if isinstance(self.events, KafkaEvents) else True
        return {"serving": not self.hub.draining, "live": began}

    def _is_live(self) -> bool:
        return self.events.ready if isinstance(self.events, KafkaEvents) else True

    async def stop(self) -> None:
        """Shut down: report not ready, close sockets, and finish requests."""
        self.hub.draining = True
        await asyncio.sleep(self.settings.drain_seconds)
        if self.listening is not None:
            self.listening.close()
        await self.hub.drain(_SPREAD_SECONDS)
        self.server.pre_shutdown()
        await self.server.shutdown(_IN_FLIGHT_SECONDS)
        for task in self.tasks:
            task.remove_done_callback(_die_with)
        await cancel_all(self.tasks)
        self.upstreams.close()
        await self.limiter.close()
        await self.redis.aclose()

    def _edge(self) -> Edge:
        security = self.security
        services, bids = self.services, Bids(self.upstreams, self.settings.internal_secret.get_secret_value())
        proxy = Proxy(self.upstreams, security.finish_headers)
        web_app = WebApp(self.settings.web_dir)
        commands = Commands(
            self.hub,
            self.authenticator,
            services,
            bids,
            MessageSender(
                self.upstreams, self.settings.internal_secret.get_secret_value(), services, self.messages
            ),
            self.typing,
            Presence(self.pairs, self.redis),
            self.limiter,
            self.cache,
        )
        endpoint = LiveEndpoint(self.hub, commands, self.authenticator, self.limiter, security, self.settings)
        return Edge(
            table=Table(),
            proxy=proxy,
            bid_way=BidWay(bids, proxy),
            authenticator=self.authenticator,
            api_keys=ApiKeys(services, self.authenticator, self.limiter),
            limiter=self.limiter,
            browsers=self.browsers,
            security=security,
            web_app=web_app,
            pages=Pages(web_app, FirstScreens(self.settings.web_dir), services, self.settings.base_url),
            own=GatewayEndpoints(self.readiness, self.status),
            live=endpoint.serve,
            trusted_hops=self.settings.trusted_proxy_hops,
            cache=self.cache,
            invalidation=self.invalidation,
            tracing=self.settings.otel_exporter_otlp_endpoint is not None,
        )


def _die_with(task: asyncio.Task[None]) -> None:
    """A replica without its background tasks looks healthy but is not, so the process exits and is
    restarted."""
    if not task.cancelled() and (fault := task.exception()) is not None:
        log.critical("a background task died", cause=repr(fault), exc_info=fault)
        os._exit(70)


async def serve() -> None:
    settings = GatewaySettings()
    logs.set_up("gateway", settings.log_level, as_json=settings.log_json)
    telemetry.set_up("gateway", settings.otel_exporter_otlp_endpoint)
    leave = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, leave.set)
    gateway = Gateway(settings)
    operator: web.AppRunner = await metrics.serve_metrics(settings.host, settings.metrics_port)
    await gateway.start()
    await leave.wait()
    log.info("gateway_leaving")
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(settings.grace_seconds + settings.drain_seconds):
            await gateway.stop()
    await operator.cleanup()
