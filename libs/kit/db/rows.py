"""What rows of several tables have in common."""

from sqlmodel import Field, SQLModel


class Numbered(SQLModel):
    """A row whose id the database gives it when it is flushed."""

    id: int | None = Field(default=None, primary_key=True)

    @property
    def known_id(self) -> int:
        assert self.id is not None
        return self.id
