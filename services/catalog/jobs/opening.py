"""Before the first request: everything that is for sale is read into memory."""

from fastapi import FastAPI

from services.catalog.queries.index import ListingIndex
from services.catalog.service.browsing import Tally


async def open_shop(app: FastAPI) -> None:
    """The stock, and an empty sheet for what people search for."""
    app.state.tally = Tally()
    app.state.stock = ListingIndex(app.state.database)
    await app.state.stock.load()
