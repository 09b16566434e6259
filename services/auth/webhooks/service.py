import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import uuid7
from libs.kit.errors import NotFound
from libs.kit.process import clock
from libs.kit.security.safe import Safe
from services.auth.accounts.models import User
from services.auth.accounts.queries import lock_user
from services.auth.mail.service import SETTINGS, write_mail_to
from services.auth.notifications.service import News, notify
from services.auth.rekeying import webhook_purpose_of
from services.auth.second_factor.service import lock_proven
from services.auth.webhooks import queries, rules
from services.auth.webhooks.addresses import AddressRefused, check_address, host_of, is_only_too_near
from services.auth.webhooks.models import WebhookDelivery, WebhookEndpoint
from services.auth.webhooks.queries import Message
from services.auth.webhooks.rules import TooManyWebhooks, WebhookAddressRefused, WebhookFull, WebhookPaused

HAS_DELIVERY = "webhooks"


async def create_endpoint(
    safe: Safe,
    session: AsyncSession,
    proven: User,
    *,
    name: str,
    url: str,
    events: list[rules.WebhookEvent],
    to_loopback: bool,
    loopback_setting: str | None,
) -> tuple[WebhookEndpoint, str]:
    """Creates an endpoint and mails its owner. Returns the secret, which cannot be read again. If only a
    local setting would allow the URL, the error names `loopback_setting`."""
    try:
        check_address(url, to_loopback=to_loopback)
    except AddressRefused as refused:
        setting = loopback_setting if is_only_too_near(url) else None
        raise WebhookAddressRefused(refused.reason, setting) from None
    user = await lock_proven(session, proven)
    if await queries.count_endpoints(session, user.known_id) >= rules.MAX_ENDPOINTS:
        raise TooManyWebhooks
    now = await clock.now(session)
    endpoint = WebhookEndpoint(
        user_id=user.known_id, name=name, url=url, events=list(events), secret=b"", created_at=now
    )
    session.add(endpoint)
    await session.flush()
    secret = rules.new_secret()
    endpoint.secret = safe.seal(secret, webhook_purpose_of(endpoint.known_id))
    await write_mail_to(session, user, "webhook_created", webhook=name, host=host_of(url))
    return endpoint, rules.secret_text(secret)


async def rotate_secret(
    safe: Safe, session: AsyncSession, proven: User, endpoint_id: int, *, end_now: bool
) -> tuple[WebhookEndpoint, str]:
    user = await lock_proven(session, proven)
    endpoint = await _own_endpoint(session, user.known_id, endpoint_id)
    secret = rules.new_secret()
    endpoint.previous_secret = None if end_now else endpoint.secret
    endpoint.previous_ends_at = None if end_now else await clock.now(session) + rules.OVERLAP
    endpoint.secret = safe.seal(secret, webhook_purpose_of(endpoint_id))
    await write_mail_to(session, user, "webhook_rotated", webhook=endpoint.name, host=host_of(endpoint.url))
    return endpoint, rules.secret_text(secret)


async def pause_endpoint(session: AsyncSession, user_id: int, endpoint_id: int) -> WebhookEndpoint:
    """Stops new deliveries. Queued deliveries remain and are sent after the pause."""
    endpoint = await _own_endpoint(session, user_id, endpoint_id)
    if endpoint.status == "active":
        await _pause(session, endpoint, "owner")
    return endpoint


async def resume_endpoint(session: AsyncSession, user_id: int, endpoint_id: int) -> WebhookEndpoint:
    """Deliveries queued before the pause are sent first."""
    endpoint = await _own_endpoint(session, user_id, endpoint_id)
    if endpoint.status != "active":
        endpoint.status, endpoint.paused_for, endpoint.failing_since = "active", None, None
        await queries.set_due(session, endpoint_id, await clock.now(session))
        session.info[HAS_DELIVERY] = True
    return endpoint


async def delete_endpoint(session: AsyncSession, user_id: int, endpoint_id: int) -> None:
    """Requires no proof of identity, so that owners can stop a leak at once."""
    await session.delete(await _own_endpoint(session, user_id, endpoint_id))


async def send_test(session: AsyncSession, user_id: int, endpoint_id: int) -> WebhookDelivery:
    endpoint = await _own_endpoint(session, user_id, endpoint_id)
    _refuse_paused(endpoint)
    waiting = (await queries.count_waiting(session, [endpoint_id])).get(endpoint_id, 0)
    if waiting >= rules.MAX_WAITING:
        raise WebhookFull
    now = await clock.now(session)
    delivery = WebhookDelivery(
        endpoint_id=endpoint_id,
        message_id=new_message_id(),
        event=rules.TEST_EVENT,
        body=body_of(rules.TEST_EVENT, now, {"webhookId": endpoint_id}),
        next_at=now,
        created_at=now,
    )
    session.add(delivery)
    await session.flush()
    session.info[HAS_DELIVERY] = True
    return delivery


async def resend_delivery(
    session: AsyncSession, user_id: int, endpoint_id: int, delivery_id: int
) -> WebhookDelivery:
    """Sends the delivery again with the same id."""
    endpoint = await _own_endpoint(session, user_id, endpoint_id)
    _refuse_paused(endpoint)
    delivery = await queries.lock_delivery(session, endpoint_id, delivery_id)
    if delivery is None:
        raise NotFound
    delivery.state, delivery.next_at = "waiting", await clock.now(session)
    session.info[HAS_DELIVERY] = True
    return delivery


async def pause_all_endpoints(session: AsyncSession, user_id: int, reason: rules.PauseReason) -> None:
    """Call with the account locked."""
    for endpoint in await queries.lock_active_endpoints(session, user_id):
        await _pause(session, endpoint, reason)


async def give_up(session: AsyncSession, user_id: int, endpoint_id: int, reason: rules.PauseReason) -> None:
    user = await lock_user(session, user_id)
    endpoint = await queries.lock_own_endpoint(session, user_id, endpoint_id)
    if user is None or endpoint is None or endpoint.status != "active":
        return
    await _pause(session, endpoint, reason)
    context = {"webhook": endpoint.name, "host": host_of(endpoint.url)}
    about = f"webhook {endpoint_id}"
    await notify(
        session,
        [
            News(
                user_id,
                "webhook_paused",
                about,
                context,
                SETTINGS,
                user_id,
                await clock.now(session),
            )
        ],
    )


async def queue_deliveries(session: AsyncSession, messages: list[Message]) -> None:
    wanted = await queries.list_wanted_events(session, {message.user_id for message in messages})
    if due := [message for message in messages if (message.user_id, message.event) in wanted]:
        await queries.add_deliveries(session, due)
        session.info[HAS_DELIVERY] = True


def new_message_id() -> str:
    return f"msg_{uuid7().hex}"


def body_of(event: str, at: datetime, data: dict[str, Any]) -> str:
    return json.dumps({"type": event, "timestamp": format_moment(at), "data": data}, separators=(",", ":"))


def format_moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


async def _own_endpoint(session: AsyncSession, user_id: int, endpoint_id: int) -> WebhookEndpoint:
    endpoint = await queries.lock_own_endpoint(session, user_id, endpoint_id)
    if endpoint is None:
        raise NotFound
    return endpoint


async def _pause(session: AsyncSession, endpoint: WebhookEndpoint, reason: rules.PauseReason) -> None:
    endpoint.status, endpoint.paused_for = "paused", reason
    await queries.set_due(session, endpoint.known_id, None)


def _refuse_paused(endpoint: WebhookEndpoint) -> None:
    if endpoint.status != "active":
        raise WebhookPaused
