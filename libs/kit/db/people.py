"""The table `people` of each service but auth: who a person is, as far as facts and auth have said."""

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
    """A row of `people`; a service with models adds its own base and the table's name."""

    user_id: int = Field(primary_key=True)
    username: str = ""
    shop_name: str = ""
    image: str | None = None
    # A verified seller: messaging decides, auth shows it on the profile that is asked for.
    is_verified: bool = False
    joined_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    standing: str = "active"
    suspended_until: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))

    @property
    def is_deleted(self) -> bool:
        """Return whether the person is gone for good; the reader's language says what to call them."""
        return self.standing == "erased"


async def names_of(session: AsyncSession, people: Collection[int]) -> dict[int, str]:
    """Return the names of these people; those who are gone or unknown are left out."""
    if not people:
        return {}
    query = select(PEOPLE.c.user_id, PEOPLE.c.username)
    rows = await session.execute(query.where(PEOPLE.c.user_id.in_(people), PEOPLE.c.username != ""))
    return {row.user_id: row.username for row in rows}
