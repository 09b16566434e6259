from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.db.database import Database
from libs.kit.db.pieces import delete_old, in_pieces
from libs.kit.process import clock
from services.auth.webhooks import rules
from services.auth.webhooks.models import WebhookDelivery, WebhookEndpoint

# Higher than the maximum number of endpoints per person.
_MAX_SHOWN = 20


async def list_endpoints(session: AsyncSession, user_id: int) -> list[WebhookEndpoint]:
    query = select(WebhookEndpoint).where(col(WebhookEndpoint.user_id) == user_id)
    query = query.order_by(col(WebhookEndpoint.id).desc()).limit(_MAX_SHOWN)
    return list((await session.execute(query)).scalars())


async def count_endpoints(session: AsyncSession, user_id: int) -> int:
    query = select(func.count()).where(col(WebhookEndpoint.user_id) == user_id)
    return int((await session.execute(query)).scalar_one())


async def get_own_endpoint(session: AsyncSession, user_id: int, endpoint_id: int) -> WebhookEndpoint | None:
    own = (col(WebhookEndpoint.user_id) == user_id) & (col(WebhookEndpoint.id) == endpoint_id)
    return (await session.execute(select(WebhookEndpoint).where(own))).scalar_one_or_none()


async def lock_own_endpoint(session: AsyncSession, user_id: int, endpoint_id: int) -> WebhookEndpoint | None:
    """Takes a lock that still allows new deliveries. Returns None if the endpoint belongs to another
    person."""
    own = (col(WebhookEndpoint.user_id) == user_id) & (col(WebhookEndpoint.id) == endpoint_id)
    query = select(WebhookEndpoint).where(own).with_for_update(key_share=True)
    return (await session.execute(query)).scalar_one_or_none()


async def lock_endpoints(session: AsyncSession, ids: Collection[int]) -> list[WebhookEndpoint]:
    """Locks endpoints in order of id to avoid deadlocks."""
    query = select(WebhookEndpoint).where(col(WebhookEndpoint.id).in_(ids)).order_by(col(WebhookEndpoint.id))
    return list((await session.execute(query.with_for_update(key_share=True))).scalars())


async def lock_active_endpoints(session: AsyncSession, user_id: int) -> list[WebhookEndpoint]:
    own = (col(WebhookEndpoint.user_id) == user_id) & (col(WebhookEndpoint.status) == "active")
    query = select(WebhookEndpoint).where(own).order_by(col(WebhookEndpoint.id))
    return list((await session.execute(query.with_for_update(key_share=True))).scalars())


async def list_wanted_events(session: AsyncSession, user_ids: Collection[int]) -> set[tuple[int, str]]:
    wanted = (col(WebhookEndpoint.user_id).in_(user_ids)) & (col(WebhookEndpoint.status) == "active")
    query = select(col(WebhookEndpoint.user_id), func.unnest(col(WebhookEndpoint.events))).where(wanted)
    return {(user_id, event) for user_id, event in await session.execute(query)}


async def count_waiting(session: AsyncSession, endpoint_ids: Sequence[int]) -> dict[int, int]:
    waiting = (col(WebhookDelivery.endpoint_id).in_(endpoint_ids)) & (col(WebhookDelivery.state) == "waiting")
    query = select(col(WebhookDelivery.endpoint_id), func.count()).where(waiting)
    return dict(iter(await session.execute(query.group_by(col(WebhookDelivery.endpoint_id)))))


async def set_due(session: AsyncSession, endpoint_id: int, at: datetime | None) -> None:
    """Sets when queued deliveries are due. None while the endpoint is paused. Call with the endpoint
    locked."""
    waiting = (col(WebhookDelivery.endpoint_id) == endpoint_id) & (col(WebhookDelivery.state) == "waiting")
    await session.execute(update(WebhookDelivery).where(waiting).values(next_at=at))


async def lock_page_with_secrets(session: AsyncSession, after: int, most: int) -> list[WebhookEndpoint]:
    """Locks endpoints in order of id to avoid deadlocks."""
    query = select(WebhookEndpoint).where(col(WebhookEndpoint.id) > after).order_by(col(WebhookEndpoint.id))
    return list((await session.execute(query.limit(most).with_for_update(key_share=True))).scalars())


# Maximum number of due deliveries that one query considers. Deliveries to endpoints at their request limit
# are excluded.
LOOKED_AT = 1_000


_PIECE = 5_000


# People who are banned, suspended or leaving receive nothing, as with API keys.
_IS_DELIVERABLE = (
    "e.status = 'active' AND NOT u.is_banned AND u.closed_at IS NULL"
    " AND (u.suspended_until IS NULL OR u.suspended_until <= t.now)"
)


_ADD_DELIVERIES = text(f"""
    INSERT INTO webhook_deliveries (endpoint_id, message_id, event, body, next_at, created_at)
    SELECT e.id, m.message_id, m.event, m.body, t.now, t.now
    FROM (SELECT clock_timestamp() + CAST(:ahead AS interval) AS now) AS t,
        unnest(CAST(:users AS bigint[]), CAST(:message_ids AS text[]), CAST(:events AS text[]),
            CAST(:bodies AS text[])) WITH ORDINALITY AS m (user_id, message_id, event, body, place)
        JOIN webhook_endpoints AS e ON e.user_id = m.user_id
        JOIN users AS u ON u.id = e.user_id
    WHERE m.event = ANY(e.events) AND {_IS_DELIVERABLE} AND CAST(:most AS int) > (
        SELECT count(*) FROM (SELECT FROM webhook_deliveries AS w
            WHERE w.endpoint_id = e.id AND w.next_at IS NOT NULL LIMIT CAST(:most AS int)) AS waiting)
    ORDER BY m.place, e.id""")  # noqa: S608 - our own words


_PLACES = (
    "CASE WHEN e.failing_since IS NULL THEN CAST(:at_once AS int) ELSE CAST(:at_once_failing AS int) END"
)


_TAKE_DELIVERIES = text(f"""
    WITH t AS (SELECT clock_timestamp() + CAST(:ahead AS interval) AS now),
    in_flight AS (SELECT * FROM unnest(CAST(:ids AS bigint[]), CAST(:counts AS int[])) AS f (endpoint_id, n)),
    due AS (
        SELECT seen.id, seen.endpoint_id,
            row_number() OVER (PARTITION BY seen.endpoint_id ORDER BY seen.next_at, seen.id) AS place
        FROM (
            SELECT d.id, d.endpoint_id, d.next_at
            FROM t, webhook_deliveries AS d
                JOIN webhook_endpoints AS e ON e.id = d.endpoint_id JOIN users AS u ON u.id = e.user_id
                LEFT JOIN in_flight ON in_flight.endpoint_id = d.endpoint_id
            WHERE d.next_at <= t.now AND d.endpoint_id <> ALL(CAST(:resting AS bigint[])) AND {_IS_DELIVERABLE}
                AND coalesce(in_flight.n, 0) < {_PLACES}
            ORDER BY d.next_at LIMIT :look) AS seen),
    mine AS (
        SELECT d.id FROM t, due JOIN webhook_deliveries AS d ON d.id = due.id
            JOIN webhook_endpoints AS e ON e.id = d.endpoint_id
            LEFT JOIN in_flight ON in_flight.endpoint_id = d.endpoint_id
        WHERE d.next_at <= t.now AND due.place + coalesce(in_flight.n, 0) <= {_PLACES}
        ORDER BY due.place + coalesce(in_flight.n, 0), d.next_at LIMIT :most FOR UPDATE OF d SKIP LOCKED)
    UPDATE webhook_deliveries AS d
    SET next_at = t.now + CAST(:lease AS interval), attempts = d.attempts + 1, tried_at = t.now
    FROM t, mine, webhook_endpoints AS e WHERE d.id = mine.id AND e.id = d.endpoint_id
    RETURNING d.id, d.endpoint_id, d.message_id, d.body, d.attempts, d.created_at, t.now, e.url, e.secret,
        e.previous_secret, e.previous_ends_at, e.failing_since""")  # noqa: S608 - our own words


# Skips attempts that another process took over. Deliveries of a paused endpoint do not become due.
_SETTLE_DELIVERIES = text("""
    UPDATE webhook_deliveries AS d SET state = o.state, status_code = o.status_code, cause = o.cause,
        duration_ms = o.duration_ms, next_at = CASE WHEN e.status = 'active' THEN o.next_at END
    FROM unnest(CAST(:ids AS bigint[]), CAST(:attempts AS int[]), CAST(:states AS text[]),
        CAST(:codes AS int[]), CAST(:causes AS text[]), CAST(:durations AS int[]),
        CAST(:next AS timestamptz[])) AS o (id, attempts, state, status_code, cause, duration_ms, next_at),
        webhook_endpoints AS e
    WHERE d.id = o.id AND d.attempts = o.attempts AND e.id = d.endpoint_id""")


_DROP_BEYOND_NEWEST = text("""
    DELETE FROM webhook_deliveries WHERE id = ANY(ARRAY(
        SELECT d.id FROM webhook_endpoints AS e CROSS JOIN LATERAL (
            SELECT w.id FROM webhook_deliveries AS w WHERE w.endpoint_id = e.id AND w.state <> 'waiting'
            ORDER BY w.id DESC OFFSET :kept LIMIT 1) AS last
            JOIN webhook_deliveries AS d ON d.endpoint_id = e.id AND d.id <= last.id AND d.state <> 'waiting'
        LIMIT :piece))""")


@dataclass(frozen=True)
class Message:
    user_id: int
    message_id: str
    event: str
    body: str


@dataclass(frozen=True)
class TakenDelivery:
    id: int
    endpoint_id: int
    message_id: str
    body: str
    attempts: int
    created_at: datetime
    now: datetime
    url: str
    secret: bytes
    previous_secret: bytes | None
    previous_ends_at: datetime | None
    failing_since: datetime | None


@dataclass(frozen=True)
class Outcome:
    delivery: TakenDelivery
    state: rules.State
    status_code: int | None
    cause: str | None
    duration_ms: int
    next_at: datetime | None


async def add_deliveries(session: AsyncSession, messages: Sequence[Message]) -> None:
    """Skips endpoints with too many queued deliveries."""
    values = {
        "users": [message.user_id for message in messages],
        "message_ids": [message.message_id for message in messages],
        "events": [message.event for message in messages],
        "bodies": [message.body for message in messages],
        "most": rules.MAX_WAITING,
        "ahead": clock.ahead(),
    }
    await session.execute(_ADD_DELIVERIES, values)


async def take_deliveries(
    session: AsyncSession, in_flight: Mapping[int, int], resting: Sequence[int], most: int
) -> list[TakenDelivery]:
    """Leases deliveries, so that they become due again if this process dies. `in_flight` counts current
    requests by endpoint. Endpoints in `resting` are skipped."""
    values = {
        "ids": list(in_flight),
        "counts": list(in_flight.values()),
        "resting": list(resting),
        "look": LOOKED_AT,
        "most": most,
        "at_once": rules.AT_ONCE,
        "at_once_failing": rules.AT_ONCE_FAILING,
        "lease": rules.LEASE,
        "ahead": clock.ahead(),
    }
    return [TakenDelivery(**row) for row in (await session.execute(_TAKE_DELIVERIES, values)).mappings()]


async def settle_deliveries(session: AsyncSession, outcomes: Sequence[Outcome]) -> None:
    """Call with the endpoints of these deliveries locked."""
    values: dict[str, list[Any]] = {
        "ids": [outcome.delivery.id for outcome in outcomes],
        "attempts": [outcome.delivery.attempts for outcome in outcomes],
        "states": [outcome.state for outcome in outcomes],
        "codes": [outcome.status_code for outcome in outcomes],
        "causes": [outcome.cause for outcome in outcomes],
        "durations": [outcome.duration_ms for outcome in outcomes],
        "next": [outcome.next_at for outcome in outcomes],
    }
    await session.execute(_SETTLE_DELIVERIES, values)


async def list_deliveries(
    session: AsyncSession, endpoint_id: int, before: int | None, most: int
) -> list[WebhookDelivery]:
    query = select(WebhookDelivery).where(col(WebhookDelivery.endpoint_id) == endpoint_id)
    if before is not None:
        query = query.where(col(WebhookDelivery.id) < before)
    return list((await session.execute(query.order_by(col(WebhookDelivery.id).desc()).limit(most))).scalars())


async def lock_delivery(session: AsyncSession, endpoint_id: int, delivery_id: int) -> WebhookDelivery | None:
    own = (col(WebhookDelivery.endpoint_id) == endpoint_id) & (col(WebhookDelivery.id) == delivery_id)
    return (await session.execute(select(WebhookDelivery).where(own).with_for_update())).scalar_one_or_none()


async def trim_deliveries(database: Database, now: datetime) -> int:
    """Deletes deliveries older than a week, and ended deliveries above the limit per endpoint. Works in
    batches."""
    old = await delete_old(
        database, "webhook_deliveries", "created_at < :before", {"before": now - rules.KEPT}
    )
    many = {"kept": rules.MAX_KEPT, "piece": _PIECE}
    return old + await in_pieces(database, _DROP_BEYOND_NEWEST, many, _PIECE)
