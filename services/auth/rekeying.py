"""Rotation of the root secret. Encrypts secrets again and stores derived keys that are still needed."""

from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.process import clock
from libs.kit.security.safe import Safe, SealBroken
from services.auth.push.queries import lock_push_key
from services.auth.second_factor.queries import lock_users_with_secret
from services.auth.sign_in.keys import KeyRing
from services.auth.sign_in.models import SIGNING, KeptKey
from services.auth.sign_in.queries import list_keys_in_use, list_retired_keys, lock_kept_keys
from services.auth.webhooks.queries import lock_page_with_secrets

RECOVERY, OWNER = "recovery code", "passkey owner"


PUSH_KEY = "push key"


# Keys that must be kept, because only hashes are stored or because the values are on people's devices.
KEEPING = (RECOVERY, OWNER)


PIECE = 500


Counts = dict[str, int]


class Sealing(Protocol):
    safe: Safe
    database: Database
    keys: KeyRing


def purpose_of(user_id: int) -> str:
    """Binds a secret to its account. A copy in another account's row cannot be decrypted."""
    return f"second factor of {user_id}"


def webhook_purpose_of(endpoint_id: int) -> str:
    return f"webhook {endpoint_id}"


async def load_keys(safe: Safe, database: Database) -> None:
    async with database.reading() as session:
        rows = await list_retired_keys(session)
    for purpose in KEEPING:
        opened = [_opened(safe, row.sealed, _label_of(purpose)) for row in rows if row.purpose == purpose]
        safe.accept_keys(purpose, [key for key in opened if key is not None])


async def reseal(auth: Sealing) -> Counts:
    """Encrypts all secrets with the newest root secret. Returns the number of changed rows, and of rows that
    cannot be decrypted. Signing keys are not changed but counted until they expire. Can be repeated, and is
    safe while the service runs."""
    safe, database = auth.safe, auth.database
    counts = {"signingKeys": 0, "secondFactors": 0, "webhooks": 0, "pushKeys": 0, "keptKeys": 0, "lost": 0}
    await _keep_keys(safe, database, counts)
    after: int | None = 0
    while after is not None:
        async with database.transaction() as session:
            after = await _factors(safe, session, after, counts)
    after = 0
    while after is not None:
        async with database.transaction() as session:
            after = await _webhooks(safe, session, after, counts)
    async with database.transaction() as session:
        key = await lock_push_key(session)
        if key is not None:
            key.sealed = _reencrypt(safe, key.sealed, PUSH_KEY, counts, "pushKeys")
    async with database.reading() as session:
        in_use = await list_keys_in_use(session, await clock.now(session))
    old = [key for key in in_use if not safe.is_current(key.sealed, SIGNING)]
    counts["signingKeys"] = sum(_opened(safe, key.sealed, SIGNING) is not None for key in old)
    counts["lost"] += len(old) - counts["signingKeys"]
    if len(old) == len(in_use):
        await auth.keys.rotate(database)
    return counts


async def _factors(safe: Safe, session: AsyncSession, after: int, counts: Counts) -> int | None:
    """Returns the id to continue after, or None at the end."""
    users = await lock_users_with_secret(session, after, PIECE)
    for user in users:
        user.totp_secret = _reencrypt(
            safe, user.totp_secret or b"", purpose_of(user.known_id), counts, "secondFactors"
        )
    return users[-1].known_id if len(users) == PIECE else None


async def _webhooks(safe: Safe, session: AsyncSession, after: int, counts: Counts) -> int | None:
    """Returns the id to continue after, or None at the end."""
    endpoints = await lock_page_with_secrets(session, after, PIECE)
    for endpoint in endpoints:
        purpose = webhook_purpose_of(endpoint.known_id)
        endpoint.secret = _reencrypt(safe, endpoint.secret, purpose, counts, "webhooks")
        if endpoint.previous_secret is not None:
            endpoint.previous_secret = _reencrypt(safe, endpoint.previous_secret, purpose, counts, "webhooks")
    return endpoints[-1].known_id if len(endpoints) == PIECE else None


async def _keep_keys(safe: Safe, database: Database, counts: Counts) -> None:
    async with database.transaction() as session:
        rows = await lock_kept_keys(session)
        for row in rows:
            row.sealed = _reencrypt(safe, row.sealed, _label_of(row.purpose), counts, "keptKeys")
        for purpose in KEEPING:
            known = [_opened(safe, row.sealed, _label_of(purpose)) for row in rows if row.purpose == purpose]
            new = [key for key in safe.keys(purpose)[1:] if key not in known]
            session.add_all(
                KeptKey(purpose=purpose, sealed=safe.seal(key, _label_of(purpose))) for key in new
            )
            counts["keptKeys"] += len(new)


def _reencrypt(safe: Safe, sealed: bytes, purpose: str, counts: Counts, counted: str) -> bytes:
    if safe.is_current(sealed, purpose):
        return sealed
    content = _opened(safe, sealed, purpose)
    counts["lost" if content is None else counted] += 1
    return sealed if content is None else safe.seal(content, purpose)


def _opened(safe: Safe, sealed: bytes, purpose: str) -> bytes | None:
    try:
        return safe.open(sealed, purpose)
    except SealBroken:
        return None


def _label_of(purpose: str) -> str:
    return f"kept key of {purpose}"
