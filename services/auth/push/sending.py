import asyncio
import contextlib
import json
import os
import random

import structlog
from cryptography.hazmat.primitives.asymmetric import ec
from prometheus_client import Counter
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.process import clock
from libs.kit.process.jobs import Turn
from services.auth.notifications.rules import text_of
from services.auth.push import queries, rules
from services.auth.push.encryption import encrypt
from services.auth.push.keys import PushSigner
from services.auth.push.queries import Attempt, TakenMessage
from services.auth.push.service import HAS_MESSAGE
from services.auth.webhooks.client import Reply, WebhookClient

log = structlog.get_logger(__name__)


MAX_AT_ONCE = 50


LOOK_EVERY = 1.0


AGENT = "Wangi-Push/1"


SENT = Counter("pushes_sent_total", "Attempts to notify a device by push", ["outcome"])


class PushSender:
    """Safe to run in several processes."""

    def __init__(
        self, database: Database, signer: PushSigner, client: WebhookClient, *, to_loopback: bool = False
    ) -> None:
        self._database, self._signer, self._client = database, signer, client
        self._to_loopback = to_loopback
        self._wake = asyncio.Event()
        database.after_commit.append(self._wake_after_commit)

    def _wake_after_commit(self, session: AsyncSession) -> None:
        if session.info.get(HAS_MESSAGE):
            self._wake.set()

    async def run(self, turn: Turn) -> None:
        """Runs until cancelled, even while the database is unavailable."""
        while True:
            self._wake.clear()
            taken = 0
            with turn():
                taken = await self.send_due()
            if not taken:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_EVERY):
                        await self._wake.wait()

    async def send_due(self) -> int:
        if not self._signer.public_key:
            return 0
        async with self._database.transaction() as session:
            taken = await queries.take_messages(session, MAX_AT_ONCE)
        if not taken:
            return 0
        attempts = await asyncio.gather(*(self._send(message) for message in taken))
        async with self._database.transaction() as session:
            await queries.settle_attempts(session, attempts, await clock.now(session))
        for attempt in attempts:
            SENT.labels(attempt.outcome).inc()
        return len(taken)

    async def _send(self, message: TakenMessage) -> Attempt:
        if not message.is_wanted:
            return Attempt(message, "dropped")
        try:
            reply = await self._post(message)
        except Exception:  # A failure counts as an attempt and must not stop the other messages.
            log.exception("a push could not be sent", notification_id=message.notification_id)
            reply = Reply(None, "fault")
        if reply.status in rules.OURS:
            log.error(
                "a push service refuses us", status=reply.status, service=rules.audience_of(message.endpoint)
            )
        outcome = rules.outcome_of(reply.status, message.attempts)
        wait = rules.seconds_to_wait(message.attempts, reply.retry_after, random.random())
        return Attempt(message, outcome, wait)

    async def _post(self, message: TakenMessage) -> Reply:
        # Checked again, because the allowed push services may have changed since the row was written.
        rules.check_endpoint(message.endpoint, to_loopback=self._to_loopback)
        headers = {
            "Authorization": self._signer.authorization(rules.audience_of(message.endpoint)),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(rules.seconds_to_live(message.kind)),
            "Topic": rules.topic_of(message.kind, message.about),
            "Urgency": rules.urgency_of(message.kind),
            "User-Agent": AGENT,
        }
        return await self._client.post(message.endpoint, headers, sealed_for_device(message))


def sealed_for_device(message: TakenMessage) -> bytes:
    title, body = text_of(message.kind, message.language, message.context)
    payload = {
        "title": rules.shorten(title, rules.LONGEST_TITLE),
        "body": rules.shorten(body, rules.LONGEST_BODY),
        "link": message.link,
        "tag": rules.topic_of(message.kind, message.about),
        "lang": message.language,
    }
    return encrypt(
        json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode(),
        p256dh=message.p256dh,
        secret=message.secret,
        key=ec.generate_private_key(ec.SECP256R1()),
        salt=os.urandom(16),
    )
