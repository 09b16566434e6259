"""The table `people` of every service except auth, with data from events and from auth."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import DateTime, column, select, table
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import Field, SQLModel

COLUMNS = (
    "user_id", "username", "shop_name", "image", "is_verified", "joined_at", "standing", "suspended_until",
)  # fmt: skip
PEOPLE = table("people", *(column(name) for name in (*COLUMNS, "stale", "news", "forgotten_at")))


class PersonColumns(SQLModel):
    """The columns of `people`. A service with models adds its own base and the table's name."""

    user_id: int = Field(primary_key=True)
    username: str = ""
    shop_name: str = ""
    image: str | None = None
    # A verified seller. Messaging decides this, and auth shows it in the profile.
    is_verified: bool = False
    joined_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    standing: str = "active"
    suspended_until: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))

    @property
    def is_deleted(self) -> bool:
        """Whether the person was erased. The reader's language decides how they are called."""
        return self.standing == "erased"


async def names_of(session: AsyncSession, people: Collection[int]) -> dict[int, str]:
    """Erased and unknown people are absent."""
    if not people:
        return {}
    query = select(PEOPLE.c.user_id, PEOPLE.c.username)
    rows = await session.execute(query.where(PEOPLE.c.user_id.in_(people), PEOPLE.c.username != ""))
    return {row.user_id: row.username for row in rows}
