from sqlmodel import SQLModel

from libs.kit.db.database import metadata_of

METADATA = metadata_of("auction")


class Table(SQLModel):
    metadata = METADATA


# A restored listing is published again, which clears it.
HIDDEN = "hidden"
