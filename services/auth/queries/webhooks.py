"""Endpoints of webhooks."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.models.webhooks import WebhookDelivery, WebhookEndpoint

# More than one person can have.
_MOST_SHOWN = 20


async def endpoints_of(session: AsyncSession, user_id: int) -> list[WebhookEndpoint]:
    """Return a person's endpoints, the newest first."""
    query = select(WebhookEndpoint).where(col(WebhookEndpoint.user_id) == user_id)
    query = query.order_by(col(WebhookEndpoint.id).desc()).limit(_MOST_SHOWN)
    return list((await session.execute(query)).scalars())


async def endpoint_count(session: AsyncSession, user_id: int) -> int:
    """Return how many endpoints a person has."""
    query = select(func.count()).where(col(WebhookEndpoint.user_id) == user_id)
    return int((await session.execute(query)).scalar_one())


async def own_endpoint(session: AsyncSession, user_id: int, endpoint_id: int) -> WebhookEndpoint | None:
    """Return an endpoint of this person; another's is not found."""
    own = (col(WebhookEndpoint.user_id) == user_id) & (col(WebhookEndpoint.id) == endpoint_id)
    return (await session.execute(select(WebhookEndpoint).where(own))).scalar_one_or_none()


async def own_endpoint_for_update(
    session: AsyncSession, user_id: int, endpoint_id: int
) -> WebhookEndpoint | None:
    """Return an endpoint of this person, locked; deliveries to it are still written down meanwhile."""
    own = (col(WebhookEndpoint.user_id) == user_id) & (col(WebhookEndpoint.id) == endpoint_id)
    query = select(WebhookEndpoint).where(own).with_for_update(key_share=True)
    return (await session.execute(query)).scalar_one_or_none()


async def endpoints_for_update(session: AsyncSession, ids: Collection[int]) -> list[WebhookEndpoint]:
    """Return endpoints, locked in one order."""
    query = select(WebhookEndpoint).where(col(WebhookEndpoint.id).in_(ids)).order_by(col(WebhookEndpoint.id))
    return list((await session.execute(query.with_for_update(key_share=True))).scalars())


async def active_endpoints_for_update(session: AsyncSession, user_id: int) -> list[WebhookEndpoint]:
    """Return a person's endpoints that are told of events, locked."""
    own = (col(WebhookEndpoint.user_id) == user_id) & (col(WebhookEndpoint.status) == "active")
    query = select(WebhookEndpoint).where(own).order_by(col(WebhookEndpoint.id))
    return list((await session.execute(query.with_for_update(key_share=True))).scalars())


async def events_wanted(session: AsyncSession, user_ids: Collection[int]) -> set[tuple[int, str]]:
    """Return which of these people have an active endpoint, with the events that it is told of."""
    wanted = (col(WebhookEndpoint.user_id).in_(user_ids)) & (col(WebhookEndpoint.status) == "active")
    query = select(col(WebhookEndpoint.user_id), func.unnest(col(WebhookEndpoint.events))).where(wanted)
    return {(user_id, event) for user_id, event in await session.execute(query)}


async def waiting_counts(session: AsyncSession, endpoint_ids: Sequence[int]) -> dict[int, int]:
    """Return for how many deliveries each endpoint is waited."""
    waiting = (col(WebhookDelivery.endpoint_id).in_(endpoint_ids)) & (col(WebhookDelivery.state) == "waiting")
    query = select(col(WebhookDelivery.endpoint_id), func.count()).where(waiting)
    return dict(iter(await session.execute(query.group_by(col(WebhookDelivery.endpoint_id)))))


async def set_due(session: AsyncSession, endpoint_id: int, at: datetime | None) -> None:
    """Let what waits for an endpoint be due at a moment, or not at all while the endpoint is paused. Call
    with the endpoint locked."""
    waiting = (col(WebhookDelivery.endpoint_id) == endpoint_id) & (col(WebhookDelivery.state) == "waiting")
    await session.execute(update(WebhookDelivery).where(waiting).values(next_at=at))


async def page_with_secrets_for_update(session: AsyncSession, after: int, most: int) -> list[WebhookEndpoint]:
    """Return endpoints with ids after this one, locked, in order."""
    query = select(WebhookEndpoint).where(col(WebhookEndpoint.id) > after).order_by(col(WebhookEndpoint.id))
    return list((await session.execute(query.limit(most).with_for_update(key_share=True))).scalars())
