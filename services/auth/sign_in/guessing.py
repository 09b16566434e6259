"""Guesses are counted before they are checked, so that concurrent guesses cannot exceed the limit."""

from collections.abc import Sequence

from libs.kit.db.database import Database
from libs.kit.errors import RateLimited
from libs.kit.http.networks import caller_at, neighbours_of
from libs.kit.process import clock
from services.auth.auth_services import AuthServices, ClientInfo
from services.auth.sign_in import queries, rules
from services.auth.sign_in.rules import WINDOW, Bucket


async def count_guess(database: Database, buckets: Sequence[Bucket]) -> bool:
    """Counts a guess. Raises RateLimited if a bucket is full. Returns False if a quiet bucket is full: the
    caller must then treat the guess as wrong."""
    async with database.transaction() as session:
        now = await clock.now(session)
        made = await queries.count_guesses(session, [b.name for b in buckets], now, now + WINDOW)
    full = [(bucket, made[bucket.name]) for bucket in buckets if made[bucket.name].made > bucket.most]
    for bucket, row in full:
        if not bucket.quiet:
            raise RateLimited(retryAfter=max(1, round((row.ends_at - now).total_seconds())))
    return not full


async def count_place(auth: AuthServices, kind: str, client: ClientInfo, most: int) -> list[Bucket]:
    """Counts a request from this client and returns the counted buckets. Raises RateLimited above the
    limit."""
    buckets = rules.place_buckets(
        kind,
        caller=caller_at(client.address),
        neighbours=neighbours_of(client.address),
        device=client.device_token.partition(".")[0]
        if client.device_is_ours and client.device_token
        else None,
        most=most,
        generosity=auth.generosity,
    )
    for bucket in buckets:
        await count_guess(auth.database, [bucket])
    return buckets


async def give_guess_back(database: Database, buckets: Sequence[Bucket]) -> None:
    async with database.transaction() as session:
        await queries.give_guesses_back(session, [b.name for b in buckets])
