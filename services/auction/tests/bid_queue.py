import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import text

from libs.kit.security.tokens import Identity
from libs.kit.testing import Service
from services.auction.bidding.batches import Batch, BidRequest
from services.auction.bidding.rules import Offer


def identity(user_id: int) -> Identity:
    return Identity(
        user_id=user_id, username=f"bidder{user_id}", roles=frozenset(), epoch=0, token_id="", expires_at=0
    )


def bid_request(auction_id: int, user_id: int, amount: int, key: str | None = None) -> BidRequest:
    return BidRequest(identity(user_id), auction_id, Offer(user_id, amount, amount), key)


async def answers(asking: list[Any]) -> list[Any]:
    return await asyncio.gather(*asking, return_exceptions=True)


async def log_of(auction: Service, auction_id: int) -> list[dict[str, Any]]:
    query = "SELECT seq, amount, bidder_id FROM bids WHERE auction_id = :id ORDER BY seq"
    return await auction.rows(query, id=auction_id)


def meddle_once(auction: Service, monkeypatch: pytest.MonkeyPatch, does: str) -> None:
    decide, turns = Batch.decide, itertools.count()

    async def meddled(self: Batch, asking: Any) -> Any:
        results = await decide(self, asking)
        if next(turns) == 0:
            async with auction.database.transaction() as session:
                await session.execute(text(does))
        return results

    monkeypatch.setattr(Batch, "decide", meddled)


@contextlib.asynccontextmanager
async def patient(lines: list[Any], span: str = "4s") -> AsyncIterator[None]:
    """Set the lock time-out."""
    for line in lines:
        await line.execute(f"SET lock_timeout = '{span}'")
    yield
    for line in lines:
        if not line.is_closed():
            await line.execute("RESET lock_timeout")


def open_connections(auction: Service) -> list[Any]:
    lines = [shard.connection.connection for shard in auction.app.state.sequencer.shards]
    return [line for line in lines if line is not None and not line.is_closed()]
