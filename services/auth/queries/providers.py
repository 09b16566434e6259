"""Looking up who an outside provider's account belongs to."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auth.domain.people import key_of
from services.auth.models import OutsideIdentity, User


async def owner_of_identity(session: AsyncSession, provider: str, subject: str) -> User | None:
    """The account that was linked with this one, locked."""
    linked = (col(OutsideIdentity.provider) == provider) & (col(OutsideIdentity.subject) == subject)
    query = select(User).join(OutsideIdentity, col(OutsideIdentity.user_id) == col(User.id)).where(linked)
    return (await session.execute(query.with_for_update(of=User))).scalar_one_or_none()


async def user_by_email_for_update(session: AsyncSession, email: str) -> User | None:
    """The account with this address, locked; closed ones too, they still hold it."""
    query = select(User).where(col(User.email_key) == key_of(email)).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()
