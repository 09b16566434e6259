from datetime import datetime
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.accounts.models import User
from services.auth.accounts.rules import key_of
from services.auth.providers.models import ProviderIdentity


async def get_owner_of_identity(session: AsyncSession, provider: str, subject: str) -> User | None:
    """Locks the account."""
    linked = (col(ProviderIdentity.provider) == provider) & (col(ProviderIdentity.subject) == subject)
    query = select(User).join(ProviderIdentity, col(ProviderIdentity.user_id) == col(User.id)).where(linked)
    return (await session.execute(query.with_for_update(of=User))).scalar_one_or_none()


async def lock_user_by_email(session: AsyncSession, email: str) -> User | None:
    """Also returns closed accounts."""
    query = select(User).where(col(User.email_key) == key_of(email)).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def link_identity(session: AsyncSession, row: dict[str, Any]) -> bool:
    """Returns False if the identity is already linked."""
    first = (
        insert(ProviderIdentity).values(row).on_conflict_do_nothing().returning(col(ProviderIdentity.user_id))
    )
    return (await session.execute(first)).scalar_one_or_none() is not None


async def unlink_since(session: AsyncSession, user_id: int, since: datetime) -> list[str]:
    """Returns the providers of the removed identities."""
    recent = (col(ProviderIdentity.user_id) == user_id) & (col(ProviderIdentity.linked_at) >= since)
    gone = delete(ProviderIdentity).where(recent).returning(col(ProviderIdentity.provider))
    return sorted((await session.execute(gone)).scalars())


async def list_providers(session: AsyncSession, user_id: int) -> list[str]:
    query = select(col(ProviderIdentity.provider)).where(col(ProviderIdentity.user_id) == user_id)
    return sorted((await session.execute(query)).scalars())
