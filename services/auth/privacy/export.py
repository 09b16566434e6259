from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import asdict
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.errors import Unavailable
from libs.kit.http.client import InternalClient
from libs.kit.http.export import (
    MIN_RATE,
    One,
    Pieces,
    RenderRows,
    Rows,
    Streamed,
    json_members,
    streaming_response,
)
from libs.kit.process import clock
from services.auth.accounts.models import User
from services.auth.accounts.profile_schemas import SignInOut
from services.auth.accounts.schemas import UserOut
from services.auth.api_keys.models import ApiKey
from services.auth.auth_services import EXPORTS_AT_ONCE, AuthServices
from services.auth.notifications import service as notification_service
from services.auth.notifications.models import Notification
from services.auth.notifications.schemas import NotificationOut
from services.auth.passkeys.models import Passkey
from services.auth.privacy import queries
from services.auth.privacy.rules import ExportUnderWay
from services.auth.providers.models import ProviderIdentity
from services.auth.push.models import PushSubscription
from services.auth.sign_in.models import KnownDevice
from services.auth.sign_in.queries import list_families
from services.auth.staff.models import StaffAct
from services.auth.staff.schemas import StaffActOut
from services.auth.webhooks.models import WebhookEndpoint

FILE = {"Content-Disposition": 'attachment; filename="wangi-my-data.json"', "Cache-Control": "no-store"}


async def begin_export(
    auth: AuthServices, calls: Mapping[str, InternalClient], user: User, current: str
) -> Streamed:
    """Starts an export, at most one per person at a time. Raises Unavailable if a service does not
    respond."""
    if user.known_id in auth.exporting:
        raise ExportUnderWay
    if len(auth.exporting) >= EXPORTS_AT_ONCE:
        raise Unavailable
    return await streaming_response(_everything(auth, calls, user, current), FILE, least_rate=MIN_RATE)


async def _everything(
    auth: AuthServices, calls: Mapping[str, InternalClient], user: User, current: str
) -> Pieces:
    async with AsyncExitStack() as stack:
        auth.exporting.add(user.known_id)
        stack.callback(auth.exporting.discard, user.known_id)
        parts: list[tuple[str, Pieces]] = []
        for name, client in calls.items():
            part = await client.open(f"/internal/users/{user.known_id}/export")
            stack.callback(part.close)
            parts.append((name, part.pieces()))
        own = json_members(
            [
                (account_part.name, account_part.pieces(auth.database))
                for account_part in _account_parts(auth, user, current)
            ]
        )
        async for piece in json_members([("account", own), *parts]):
            yield piece


def _account_parts(auth: AuthServices, user: User, current: str) -> list[One | Rows]:
    in_app = (col(Notification.user_id) == user.known_id) & col(Notification.shown)
    acts = col(StaffAct.user_id) == user.known_id
    return [
        One("profile", _profile(user, waits=auth.waits_for_second_factor(user))),
        One("sessions", _sessions(user, current)),
        *(One(name, _all_rows(user, table, shown)) for name, (table, shown) in _SMALL_TABLES.items()),
        Rows(
            "notifications",
            Notification,
            in_app,
            [col(Notification.id)],
            _page_of_rows(lambda one: NotificationOut.from_model(one, user.language)),
        ),
        One("noticePreferences", _preferences(user)),
        Rows("staffActs", StaffAct, acts, [col(StaffAct.id)], _page_of_rows(StaffActOut.from_model)),
    ]


# Tables in which each person has only a limited number of rows.
_SMALL_TABLES: dict[str, tuple[Any, Any]] = {
    "passkeys": (
        Passkey,
        lambda one: {"name": one.name, "createdAt": one.created_at, "lastUsedAt": one.last_used_at},
    ),
    "apiKeys": (
        ApiKey,
        lambda one: {
            "name": one.name,
            "scopes": one.scopes,
            "prefix": one.prefix,
            "createdAt": one.created_at,
            "expiresAt": one.expires_at,
            "lastUsedAt": one.last_used_at,
            "revokedAt": one.revoked_at,
        },
    ),
    "webhooks": (
        WebhookEndpoint,
        lambda one: {
            "name": one.name,
            "url": one.url,
            "events": one.events,
            "status": one.status,
            "createdAt": one.created_at,
        },
    ),
    "pushDevices": (
        PushSubscription,
        lambda one: {
            "endpoint": one.endpoint,
            "createdAt": one.created_at,
            "renewedAt": one.renewed_at,
            "lastToldAt": one.succeeded_at,
        },
    ),
    "devices": (KnownDevice, lambda one: {"seenAt": one.seen_at}),
    "signInsElsewhere": (ProviderIdentity, lambda one: {"provider": one.provider, "linkedAt": one.linked_at}),
}


def _page_of_rows(shown: Any) -> RenderRows:
    async def page(_: AsyncSession, rows: list[Any]) -> list[Any]:
        return [shown(row).model_dump(mode="json") for row in rows]

    return page


def _profile(user: User, *, waits: bool) -> Any:
    async def read(_: AsyncSession) -> Any:
        return UserOut.from_model(user, waits=waits).model_dump(mode="json")

    return read


def _sessions(user: User, current: str) -> Any:
    async def read(session: AsyncSession) -> Any:
        families = await list_families(session, user.known_id, await clock.now(session))
        return [SignInOut.from_model(family, current).model_dump(mode="json") for family in families]

    return read


def _all_rows(user: User, table: Any, shown: Any) -> Any:
    async def read(session: AsyncSession) -> Any:
        return [shown(row) for row in await queries.stream_rows(session, table, user.known_id)]

    return read


def _preferences(user: User) -> Any:
    async def read(session: AsyncSession) -> Any:
        return {
            kind: asdict(wish)
            for kind, wish in (await notification_service.get_wishes(session, user.known_id)).items()
        }

    return read
