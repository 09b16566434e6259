"""Accounts that share a signal: added as it is told, read by staff, and counted in scores."""

from collections import defaultdict
from collections.abc import Sequence

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.signals import (
    AccountSignalShared,
    LinkedAccountsRead,
    PayoutAccountShared,
    SharedSignal,
)
from libs.contracts.fact import Envelope
from libs.kit.db.people import names_of
from libs.kit.events import outbox
from libs.kit.http.access import Identity
from libs.kit.process import clock
from services.admin.queries import signals as queries
from services.admin.schemas.cases import PersonOut
from services.admin.schemas.signals import LinkedAccountOut, LinkedAccountsOut, SignalOut
from services.admin.service import deals, risk

KINDS = frozenset(kind.type_name() for kind in (AccountSignalShared, PayoutAccountShared))
MOST_LINKS = 200


async def fold(session: AsyncSession, envelopes: Sequence[Envelope]) -> None:
    """Add who has which signal, and score anew all who have one of them; their order does not matter."""
    shared = []
    for envelope in envelopes:
        if envelope.type in KINDS:
            try:
                fact = envelope.fact()
            except ValidationError:  # a newer build means more by it; links do without
                continue
            assert isinstance(fact, SharedSignal)
            shared.append(fact)
    if shared:
        people = await queries.add(session, shared)
        await risk.rescore(session, people)
        await deals.rescore(session, people)


async def read(session: AsyncSession, staffer: Identity, user_id: int) -> LinkedAccountsOut:
    """Return which accounts share what with this one; that staff looked is told."""
    links = await queries.links_of(session, user_id, MOST_LINKS)
    fact = LinkedAccountsRead(user_id=user_id, by_admin_id=staffer.user_id, read_at=await clock.now(session))
    await outbox.record(session, fact, version=1)
    names = await names_of(session, {one.user_id for one in links})
    shared: dict[int, list[SignalOut]] = defaultdict(list)
    for one in links:
        shared[one.user_id].append(SignalOut(kind=one.kind, since=one.since, seen_at=one.seen_at))
    accounts = [
        LinkedAccountOut(person=PersonOut(id=who, username=names.get(who, "")), signals=signals)
        for who, signals in shared.items()
    ]
    return LinkedAccountsOut(accounts=accounts)


async def forget(session: AsyncSession, user_id: int) -> None:
    """Forget what an erased person shared."""
    await queries.forget(session, user_id)
