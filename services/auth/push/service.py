from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.errors import NotFound, NotSignedIn, Unavailable
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from services.auth.accounts.queries import lock_user
from services.auth.push import queries, rules
from services.auth.push.rules import PushServiceUnknown
from services.auth.sign_in.queries import is_family_alive
from services.auth.webhooks.addresses import AddressRefused

HAS_MESSAGE = "pushes"


async def turn_on(
    session: AsyncSession,
    owner: Identity,
    *,
    endpoint: str,
    p256dh: bytes,
    secret: bytes,
    has_key: bool,
    to_loopback: bool,
) -> int:
    """Registers the device for as long as the session lasts, or renews it. An eleventh device replaces the
    least recently renewed device. Returns the device's id."""
    if not has_key:
        raise Unavailable
    try:
        rules.check_endpoint(endpoint, to_loopback=to_loopback)
    except AddressRefused:
        raise PushServiceUnknown from None
    user = await lock_user(session, owner.user_id)
    now = await clock.now(session)
    if user is None or not await is_family_alive(session, owner.session_id, now):
        raise NotSignedIn
    found_by = rules.hash_of(endpoint)
    await queries.drop_address_of_others(session, owner.user_id, found_by)
    device_id = await queries.put_device(
        session,
        {
            "user_id": owner.user_id, "session_id": owner.session_id, "endpoint": endpoint,
            "endpoint_hash": found_by, "p256dh": p256dh, "secret": secret, "created_at": now, "renewed_at": now,
        },
    )  # fmt: skip
    if device_id is None:  # Another person registered the endpoint concurrently.
        raise Unavailable
    await queries.drop_others_of_session(session, owner.session_id, device_id)
    await queries.make_room(session, owner.user_id)
    return device_id


async def turn_off(session: AsyncSession, user_id: int, device_id: int) -> None:
    if not await queries.drop_own_device(session, user_id, device_id):
        raise NotFound


async def queue_push_messages(session: AsyncSession, notifications: Sequence[tuple[int, int]]) -> None:
    """Queues push messages. Call in the transaction that creates the notifications."""
    if notifications and await queries.add_messages(session, notifications):
        session.info[HAS_MESSAGE] = True
