"""The tables of auction: auctions, bids and secret maximums, which bids count no more, and what is sold."""

from sqlmodel import SQLModel

from libs.kit.db.database import metadata_of

METADATA = metadata_of("auction")


class Table(SQLModel):
    """Everything in the schema `auction`."""

    metadata = METADATA


# In a card: its listing was taken away. A listing that comes back is told anew, and the mark goes.
HIDDEN = "hidden"
