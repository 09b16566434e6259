from sqlmodel import SQLModel

from libs.kit.db.database import metadata_of

METADATA = metadata_of("auction")


class Table(SQLModel):
    metadata = METADATA


# The key in a card that hides a removed listing. Restoring the listing publishes it again, which removes the
# key.
HIDDEN = "hidden"
