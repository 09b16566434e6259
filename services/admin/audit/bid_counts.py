"""Computes bid figures from the audit log, for auctions from before bids were counted. Skips auctions that
were counted since their opening, so that the run can be repeated."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pydantic import ValidationError
from pydantic.alias_generators import to_camel
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import Event
from libs.contracts.events.auction import AuctionOpened
from libs.contracts.events.auth import UserRegistered
from libs.contracts.registry import EVENTS
from libs.kit.db.database import Database
from services.admin.audit import queries
from services.admin.audit.models import AuditEntry
from services.admin.risk.bid_scoring import KINDS, counts_at, is_whole
from services.admin.risk.projections import add_bids
from services.admin.risk.queries import delete_auction, get_auctions
from services.admin.risk.rules import ACCOUNTS_KEPT

PIECE = 5_000
_TYPES = (AuctionOpened.type_name(), UserRegistered.type_name())


@dataclass
class RecordCount:
    last: int = 0
    auctions: int = 0
    accounts: int = 0


async def count_piece(database: Database, counted: RecordCount, now: datetime, *, piece: int = PIECE) -> bool:
    """Counts the next batch of the audit log. Returns False at the end of the log."""
    async with database.reading() as session:
        last = await queries.get_end_of_piece(session, counted.last, piece)
        if last is None:
            return False
        entries = await queries.list_entries_between(session, counted.last, last, _TYPES)
    accounts = [item for item in entries if item.type == UserRegistered.type_name()]
    counted.accounts += await _count_accounts(database, accounts, now)
    for entry in entries:
        if entry.type == AuctionOpened.type_name():
            counted.auctions += await _count_auction(database, entry, now)
    counted.last = last
    return True


async def _count_accounts(database: Database, entries: Sequence[AuditEntry], now: datetime) -> int:
    events = [(event, at) for event, at in _readable(entries) if at > now - ACCOUNTS_KEPT]
    if not events:
        return 0
    async with database.transaction() as session:
        await queries.lock_chains(session)
        people = [event.user_id for event, _ in events if isinstance(event, UserRegistered)]
        gone = await queries.find_erased(session, people)
        kept = [
            (event, at)
            for event, at in events
            if isinstance(event, UserRegistered) and event.user_id not in gone
        ]
        await add_bids(session, kept)
    return len(kept)


async def _count_auction(database: Database, opening: AuditEntry, now: datetime) -> bool:
    """Does nothing if the auction was counted as its events arrived."""
    auction_id = int(opening.subject)
    async with database.transaction() as session:
        # Blocks the consumption of events, so that the audit log and the figures agree.
        await queries.lock_chains(session)
        auctions = await get_auctions(session, [auction_id])
        if is_whole(auctions.get(auction_id)):
            return False
        events = await _events_about(session, opening)
        if not counts_at((event for event, _ in events), opening.happened_at, now):
            return False
        await delete_auction(session, auction_id)
        await add_bids(session, events)
    return True


async def _events_about(session: AsyncSession, opening: AuditEntry) -> list[tuple[Event, datetime]]:
    subjects = (opening.subject, f"sale-{opening.subject}")
    return _readable(await queries.list_entries_about(session, opening.source, subjects))


def _readable(entries: Sequence[AuditEntry]) -> list[tuple[Event, datetime]]:
    events = []
    for entry in entries:
        if entry.type in KINDS:
            kind = EVENTS[entry.type]
            words = dict.fromkeys(map(to_camel, kind.words), "")
            try:
                events.append((kind.parse(words | entry.data), entry.happened_at))
            except ValidationError:
                continue
    return events
