from datetime import datetime

from sqlmodel import Field

from services.auth.models import MOMENT, Table


class Erasure(Table, table=True):
    """A person asked to be forgotten, and how far it has come."""

    __tablename__ = "erasures"

    user_id: int = Field(primary_key=True)
    asked_at: datetime = Field(sa_type=MOMENT)
    erased_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # When every service was found to have said that it has forgotten the person; no one is asked after that.
    confirmed_at: datetime | None = Field(default=None, sa_type=MOMENT)


class ErasureReceipt(Table, table=True):
    """One service's word that it has forgotten the person."""

    __tablename__ = "erasure_receipts"

    user_id: int = Field(primary_key=True)
    service: str = Field(primary_key=True)
    forgotten_at: datetime = Field(sa_type=MOMENT)
