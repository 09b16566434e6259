"""How often secrets were guessed."""

from datetime import datetime

from sqlmodel import Field

from services.auth.models.base import MOMENT, Table


class GuessCount(Table, table=True):
    """How many guesses were made in one bucket (an account, a device, a network) since its window began."""

    __tablename__ = "guess_counts"

    bucket: str = Field(primary_key=True)
    made: int
    ends_at: datetime = Field(sa_type=MOMENT)
