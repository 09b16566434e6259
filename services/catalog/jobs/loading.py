"""Before the first request: read everything that is for sale into memory."""

from fastapi import FastAPI

from services.catalog.domain.boosts import Rotation
from services.catalog.queries.index import ListingIndex
from services.catalog.service.browsing import Tally


async def load_index(app: FastAPI) -> None:
    """Load the listing index, and start empty counts of searches and of turns in the carousel."""
    app.state.tally, app.state.rotation = Tally(), Rotation()
    app.state.index = ListingIndex(app.state.database)
    await app.state.index.load()
