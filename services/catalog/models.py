from typing import Any

from sqlalchemy import DateTime
from sqlmodel import SQLModel

from libs.kit.db.database import metadata_of

METADATA = metadata_of("catalog")
MOMENT: Any = DateTime(timezone=True)


class Table(SQLModel):
    metadata = METADATA
