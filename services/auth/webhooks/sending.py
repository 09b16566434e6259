import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Sequence
from datetime import datetime

import structlog
from prometheus_client import Counter as Metric
from prometheus_client import Gauge
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.process import clock
from libs.kit.process.jobs import Turn
from libs.kit.security.safe import Safe, SealBroken
from services.auth.notifications.delivery_times import WEBHOOK
from services.auth.rekeying import webhook_purpose_of
from services.auth.webhooks import queries, rules, service
from services.auth.webhooks.client import Reply, WebhookClient
from services.auth.webhooks.models import WebhookEndpoint
from services.auth.webhooks.queries import Outcome, TakenDelivery

log = structlog.get_logger(__name__)


MAX_AT_ONCE = 400


LOOK_EVERY = 1.0


SENT = Metric("webhooks_sent_total", "Attempts to deliver a webhook", ["outcome"])


IN_FLIGHT = Gauge("webhooks_in_flight", "Webhooks that wait for their receiver")


class WebhookSender:
    """Safe to run in several processes."""

    def __init__(self, database: Database, safe: Safe, client: WebhookClient) -> None:
        self._database, self._safe, self._client = database, safe, client
        self._in_flight: Counter[int] = Counter()
        # When each endpoint that did not respond may be tried again.
        self._cooling_down: dict[int, datetime] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._outcomes: list[Outcome] = []
        self._wake, self._came = asyncio.Event(), asyncio.Event()
        database.after_commit.append(self._wake_after_commit)

    def _wake_after_commit(self, session: AsyncSession) -> None:
        if session.info.get(service.HAS_DELIVERY):
            self._wake.set()

    async def run(self, turn: Turn) -> None:
        """Runs until cancelled, even while the database is unavailable."""
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._keep_sending(turn))
                both.create_task(self._keep_settling(turn))
        finally:
            # Cancelled deliveries become due again after the lease.
            under_way = list(self._tasks)
            for task in under_way:
                task.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)

    async def send_due(self) -> int:
        taken = await self._take()
        while self._tasks:
            await asyncio.wait(self._tasks)
        await self._settle()
        return taken

    async def _keep_sending(self, turn: Turn) -> None:
        while True:
            self._wake.clear()
            taken = 0
            with turn():
                taken = await self._take()
            if not taken:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_EVERY):
                        await self._wake.wait()

    async def _keep_settling(self, turn: Turn) -> None:
        while True:
            await self._came.wait()
            is_settled = False
            with turn():
                await self._settle()
                is_settled = True
            if not is_settled:
                await asyncio.sleep(LOOK_EVERY)

    async def _take(self) -> int:
        free = MAX_AT_ONCE - len(self._tasks)
        if free <= 0:
            return 0
        now = clock.about_now()
        self._cooling_down = {
            endpoint: until for endpoint, until in self._cooling_down.items() if until > now
        }
        async with self._database.transaction() as session:
            taken = await queries.take_deliveries(session, self._in_flight, list(self._cooling_down), free)
        for delivery in taken:
            # Only first attempts are measured, because retries depend on the receiver.
            if delivery.attempts == 1 and delivery.failing_since is None:
                WEBHOOK.observe((delivery.now - delivery.created_at).total_seconds())
            self._in_flight[delivery.endpoint_id] += 1
            task = asyncio.create_task(self._send(delivery))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        IN_FLIGHT.set(len(self._tasks))
        return len(taken)

    async def _send(self, delivery: TakenDelivery) -> None:
        began = time.monotonic()
        try:
            reply = await self._post(delivery)
        except Exception:  # A failure counts as an attempt and must not stop the other deliveries.
            log.exception("a webhook could not be sent", delivery_id=delivery.id)
            reply = Reply(None, "fault")
        if reply.status is None:
            self._cooling_down[delivery.endpoint_id] = clock.about_now() + rules.COOLDOWN
        self._outcomes.append(_outcome(delivery, reply, time.monotonic() - began))
        self._came.set()
        # More deliveries can be sent now.
        if self._in_flight[delivery.endpoint_id] >= rules.AT_ONCE or len(self._tasks) >= MAX_AT_ONCE:
            self._wake.set()
        self._in_flight[delivery.endpoint_id] -= 1
        if not self._in_flight[delivery.endpoint_id]:
            del self._in_flight[delivery.endpoint_id]

    async def _post(self, delivery: TakenDelivery) -> Reply:
        try:
            keys = self._keys(delivery)
        except SealBroken:
            return Reply(None, "secret")
        timestamp = int(delivery.now.timestamp())
        headers = {
            "webhook-id": delivery.message_id,
            "webhook-timestamp": str(timestamp),
            "webhook-signature": rules.signatures(keys, delivery.message_id, timestamp, delivery.body),
        }
        return await self._client.post(delivery.url, headers, delivery.body)

    def _keys(self, delivery: TakenDelivery) -> list[bytes]:
        purpose = webhook_purpose_of(delivery.endpoint_id)
        keys = [self._safe.open(delivery.secret, purpose)]
        ends = delivery.previous_ends_at
        if delivery.previous_secret is not None and ends is not None and ends > delivery.now:
            with contextlib.suppress(SealBroken):  # The newest secret alone is enough.
                keys.append(self._safe.open(delivery.previous_secret, purpose))
        return keys

    async def _settle(self) -> None:
        self._came.clear()
        if not (outcomes := self._outcomes[:]):
            return
        async with self._database.transaction() as session:
            endpoints = await queries.lock_endpoints(
                session, {item.delivery.endpoint_id for item in outcomes}
            )
            given_up = [_judge(endpoint, outcomes) for endpoint in endpoints]
            await queries.settle_deliveries(session, outcomes)
        del self._outcomes[: len(outcomes)]
        if self._outcomes:
            self._came.set()
        self._wake.set()  # A failing endpoint may accept more requests now.
        for outcome in outcomes:
            SENT.labels(outcome.state).inc()
        for endpoint, reason in zip(endpoints, given_up, strict=True):
            if reason is not None:
                async with self._database.transaction() as session:
                    await service.give_up(session, endpoint.user_id, endpoint.known_id, reason)


def _judge(endpoint: WebhookEndpoint, outcomes: Sequence[Outcome]) -> rules.PauseReason | None:
    """Returns the reason to pause the endpoint, or None."""
    own = [outcome for outcome in outcomes if outcome.delivery.endpoint_id == endpoint.id]
    if any(item.state == "delivered" for item in own):
        endpoint.failing_since = None
        return None
    now: datetime = max(item.delivery.now for item in own)
    endpoint.failing_since = endpoint.failing_since or now
    if any(item.status_code == rules.GONE for item in own):
        return "gone"
    return "failing" if now - endpoint.failing_since >= rules.PAUSE_AFTER else None


def _outcome(delivery: TakenDelivery, reply: Reply, seconds: float) -> Outcome:
    taken = rules.is_taken(reply.status)
    again = rules.next_attempt(delivery.attempts, delivery.created_at, delivery.now, random.random())
    next_at = None if taken or reply.status == rules.GONE else again
    state: rules.State = "delivered" if taken else "waiting" if next_at is not None else "failed"
    return Outcome(delivery, state, reply.status, reply.cause, round(seconds * 1000), next_at)
