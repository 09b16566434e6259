from sqlmodel import Field, SQLModel


class Numbered(SQLModel):
    """The database assigns the id at flush."""

    id: int | None = Field(default=None, primary_key=True)

    @property
    def known_id(self) -> int:
        assert self.id is not None
        return self.id
