from datetime import datetime

from sqlalchemy import LargeBinary
from sqlmodel import Field

from services.auth.models import MOMENT, Table


class RecoveryCode(Table, table=True):
    __tablename__ = "recovery_codes"

    user_id: int = Field(primary_key=True, foreign_key="users.id")
    code_hash: bytes = Field(primary_key=True, sa_type=LargeBinary)
    used_at: datetime | None = Field(default=None, sa_type=MOMENT)
