from sqlmodel import SQLModel

from libs.kit.db.database import metadata_of

METADATA = metadata_of("auction")


class Table(SQLModel):
    metadata = METADATA


# Set in the card of a removed listing. A restored listing is published again, which clears it.
HIDDEN = "hidden"
