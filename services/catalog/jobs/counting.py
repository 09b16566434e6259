"""Every few seconds: write down what was searched for, and what was shown in the carousel."""

import asyncio

from fastapi import FastAPI

from libs.kit.process.jobs import turn
from services.catalog.service import boosts, browsing

PAUSE_SECONDS = 5.0


async def keep_counting(app: FastAPI) -> None:
    """Run the job; what cannot be written down now is counted on."""
    while True:
        await asyncio.sleep(PAUSE_SECONDS)
        with turn(app, "keep_counting"):
            await browsing.write_down(app.state.database, app.state.tally)
            await boosts.write_down(app.state.database, app.state.rotation)
