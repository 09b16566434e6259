from sqlmodel import Field, SQLModel


class Numbered(SQLModel):
    """A row whose id is assigned by the database when it is flushed."""

    id: int | None = Field(default=None, primary_key=True)

    @property
    def known_id(self) -> int:
        assert self.id is not None
        return self.id
