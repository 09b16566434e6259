"""What auth itself holds about a person, for the person."""

from dataclasses import asdict
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit import clock
from services.auth import queries
from services.auth.models import KnownDevice, OutsideIdentity, Passkey, User
from services.auth.schemas.accounts import UserOut
from services.auth.schemas.notices import NoticeOut
from services.auth.schemas.profile import SignInOut, StaffActOut
from services.auth.service import notices


async def own_record(session: AsyncSession, user: User, current: str) -> dict[str, Any]:
    """The account, where it is signed in, what signs it in, and what staff did to it; no secret of any kind."""
    user_id = user.known_id
    families = await queries.sessions.families_of(session, user_id, await clock.now(session))
    passkeys = await queries.erasure.rows_of(session, Passkey, user_id)
    devices = await queries.erasure.rows_of(session, KnownDevice, user_id)
    outside = await queries.erasure.rows_of(session, OutsideIdentity, user_id)
    told = await queries.notices.notices_of(session, user_id, before=None, limit=1000)
    return {
        "profile": UserOut.of(user).model_dump(mode="json"),
        "sessions": [SignInOut.of(family, current).model_dump(mode="json") for family in families],
        "passkeys": [
            {"name": one.name, "createdAt": one.created_at, "lastUsedAt": one.last_used_at} for one in passkeys
        ],
        "devices": [{"seenAt": one.seen_at} for one in devices],
        "signInsElsewhere": [{"provider": one.provider, "linkedAt": one.linked_at} for one in outside],
        "notices": [NoticeOut.of(one, user.language).model_dump(mode="json") for one in told],
        "noticePreferences": {kind: asdict(wish) for kind, wish in (await notices.wishes(session, user_id)).items()},
        "staffActs": [
            StaffActOut.of(act).model_dump(mode="json") for act in await queries.erasure.acts_on(session, user_id)
        ],
    }
