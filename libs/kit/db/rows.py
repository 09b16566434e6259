from sqlmodel import Field, SQLModel


class Numbered(SQLModel):
    """A row with an id that the database assigns at flush."""

    id: int | None = Field(default=None, primary_key=True)

    @property
    def known_id(self) -> int:
        assert self.id is not None
        return self.id
