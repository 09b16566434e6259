from datetime import datetime

from sqlalchemy import Index
from sqlmodel import Field

from services.auth.models import MOMENT, Table


class ProviderIdentity(Table, table=True):
    __tablename__ = "outside_identities"
    __table_args__ = (Index("ix_outside_identities_user_id", "user_id"),)

    provider: str = Field(primary_key=True)
    subject: str = Field(primary_key=True)
    user_id: int = Field(foreign_key="users.id")
    linked_at: datetime = Field(sa_type=MOMENT)
