from datetime import datetime

from sqlmodel import Field

from services.auth.models import MOMENT, Table


class Erasure(Table, table=True):
    __tablename__ = "erasures"

    user_id: int = Field(primary_key=True)
    asked_at: datetime = Field(sa_type=MOMENT)
    erased_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # Set once every service has confirmed the erasure.
    confirmed_at: datetime | None = Field(default=None, sa_type=MOMENT)


class ErasureAcknowledgement(Table, table=True):
    __tablename__ = "erasure_acknowledgements"

    user_id: int = Field(primary_key=True)
    service: str = Field(primary_key=True)
    forgotten_at: datetime = Field(sa_type=MOMENT)
