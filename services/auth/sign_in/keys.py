"""Signing keys are stored encrypted. A rotation signs nobody out."""

import secrets
import time
from datetime import datetime, timedelta

import structlog
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.process import clock
from libs.kit.security.safe import Safe, SealBroken
from libs.kit.security.tokens import ALGORITHM, LEEWAY_SECONDS
from services.auth.sign_in import queries
from services.auth.sign_in.models import SIGNING, SigningKey

log = structlog.get_logger(__name__)


class KeyRing:
    def __init__(self, safe: Safe, *, access_minutes: int, head_start: timedelta) -> None:
        self._safe, self._head_start = safe, head_start
        self._minutes = access_minutes
        self._keys: list[tuple[datetime, ECKey]] = []

    @property
    def public_keys(self) -> KeySet:
        return KeySet([ECKey.import_key(key.as_dict(private=False)) for _, key in self._keys])

    async def open(self, database: Database) -> None:
        """Loads the keys. Creates a key on the first start, or if the root secret has changed."""
        async with database.transaction() as session:
            await self._one_at_a_time(session)
            now = await clock.now(session)
            await self._read(session, now)
            if not self._keys:
                session.add(self._fresh(signs_from=now))
                await session.flush()
                await self._read(session, now)

    async def follow(self, database: Database) -> None:
        async with database.reading() as session:
            await self._read(session, await clock.now(session))

    async def rotate(self, database: Database, *, at_once: bool = False) -> str:
        """Publishes a new key, which signs once every service has it. Use `at_once` for a stolen key: old
        keys end in this process now and everywhere within five minutes. Signed-in people get new tokens with
        their refresh cookie."""
        async with database.transaction() as session:
            await self._one_at_a_time(session)
            now = await clock.now(session)
            start = now if at_once else now + self._head_start
            last_token = now if at_once else start + timedelta(minutes=self._minutes, seconds=LEEWAY_SECONDS)
            for old in await queries.list_keys_in_use(session, now):
                old.gone_at = last_token if old.gone_at is None else min(old.gone_at, last_token)
            fresh = self._fresh(signs_from=start)
            session.add(fresh)
            await session.flush()
            await self._read(session, now)
            return fresh.kid

    def access_token(self, claims: dict[str, object], *, until: int | None = None) -> str:
        key, now = self._signing(), int(time.time())
        ends = now + self._minutes * 60
        own = {"iat": now, "exp": min(ends, until or ends), "jti": secrets.token_urlsafe(16), "typ": "access"}
        header = {"alg": ALGORITHM, "kid": key.kid, "typ": "JWT"}
        return jwt.encode(header, {**claims, **own}, key, algorithms=[ALGORITHM])

    def _signing(self) -> ECKey:
        now = clock.about_now()
        ready = [key for signs_from, key in self._keys if signs_from <= now]
        return ready[-1] if ready else self._keys[0][1]

    async def _read(self, session: AsyncSession, now: datetime) -> None:
        readable: list[tuple[datetime, ECKey]] = []
        for row in await queries.list_keys_in_use(session, now):
            try:
                readable.append((row.signs_from, self._unsealed(row)))
            except SealBroken:
                # The key was encrypted with another root secret. People whose tokens it signed must sign in
                # again.
                log.error("a signing key cannot be opened with this root secret", kid=row.kid)
        self._keys = readable

    def _fresh(self, *, signs_from: datetime) -> SigningKey:
        key = ECKey.generate_key("P-256")
        sealed = self._safe.seal(key.as_pem(private=True), SIGNING)
        return SigningKey(kid=key.thumbprint(), sealed=sealed, signs_from=signs_from)

    def _unsealed(self, row: SigningKey) -> ECKey:
        pem = self._safe.open(row.sealed, SIGNING)
        return ECKey.import_key(pem, {"kid": row.kid, "use": "sig", "alg": ALGORITHM})

    async def _one_at_a_time(self, session: AsyncSession) -> None:
        await queries.lock_signing_keys(session)
