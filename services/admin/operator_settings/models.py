from datetime import datetime

from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.admin.models import MOMENT, Table


class Setting(Table, table=True):
    __tablename__ = "settings"

    name: str = Field(primary_key=True)
    is_on: bool = True
    changes: int = 0


class SettingStep(Table, Numbered, table=True):
    __tablename__ = "setting_steps"

    name: str
    is_on: bool
    by_id: int
    words: str
    at: datetime = Field(sa_type=MOMENT)
