from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import Envelope, Event
from libs.contracts.events.signals import (
    AccountSignalShared,
    LinkedAccountsRead,
    PayoutAccountShared,
    SharedSignal,
)
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace.people import names_of
from services.admin.cases.schemas import PersonOut
from services.admin.risk import bid_scoring, deal_scoring, queries, service, takeover_scoring
from services.admin.risk.schemas import LinkedAccountOut, LinkedAccountsOut, SignalOut


async def apply_bid_batch(session: AsyncSession, envelopes: Sequence[Envelope]) -> None:
    """Adds the events and scores the people of ended auctions. Call with the chains of the audit log locked,
    because the previous bid is read and written back."""
    await add_bids(session, _readable(envelopes))


async def add_bids(session: AsyncSession, events: Sequence[tuple[Event, datetime]]) -> None:
    """Each event comes with its publication time. Call with the chains of the audit log locked."""
    if not events:
        return
    auctions = bid_scoring.auctions_in(event for event, _ in events)
    batch = bid_scoring.BidBatch(await queries.get_auctions(session, auctions) if auctions else {})
    for event, at in events:
        batch.add_event(event, at)
    if batch.auctions:
        await queries.save_auctions(session, batch.auctions, batch.parts)
    people = set(batch.accounts)
    if batch.accounts:
        await queries.add_accounts(session, batch.accounts)
    if batch.settled:
        people.update(await queries.list_people(session, batch.settled))
    if people:
        await service.rescore_pairs(session, sorted(people))


async def forget_bidding(session: AsyncSession, user_id: int) -> None:
    """Deletes the registration time of an erased person. The figures are kept under the person's id until
    they expire."""
    await queries.delete_account(session, user_id)


def _readable(envelopes: Sequence[Envelope]) -> list[tuple[Event, datetime]]:
    events = []
    for envelope in envelopes:
        if envelope.type in bid_scoring.KINDS:
            try:
                events.append((envelope.event(), envelope.time))
            except ValidationError:  # Events from a newer version of the code are only audited.
                continue
    return events


async def apply_deal_batch(session: AsyncSession, envelopes: Sequence[Envelope]) -> None:
    batch = deal_scoring.DealBatch()
    for envelope in envelopes:
        if envelope.type in deal_scoring.KINDS:
            try:
                batch.add_event(envelope.event())
            except ValidationError:  # Events from a newer version of the code are not counted.
                continue
    if not batch.parts:
        return
    await queries.insert_deals(session, batch.parts)
    await rescore_deals(
        session, {who for part in batch.parts.values() for who in (part.buyer_id, part.seller_id)}
    )


async def rescore_deals(session: AsyncSession, people: Collection[int]) -> None:
    ordered = sorted(people)
    # Locked first, so that a concurrent decision is complete before the figures are read.
    known = await queries.get_pairs_of_bidders(session, ordered, "deals")
    deal_pairs = await queries.get_deal_pairs(session, ordered)
    for key, (pair, newest) in deal_pairs.items():
        subject = service.Subject(*key, "deals")
        await service.follow_score(session, subject, known.get(key), deal_scoring.score_pair(pair), newest)
    service.clear_unfound(known, deal_pairs)
    known = await queries.get_pairs_of_bidders(session, ordered, "sales")
    sold = await queries.get_sales(session, ordered)
    for seller, (sales, newest) in sold.items():
        subject = service.Subject(seller, seller, "sales")
        score = deal_scoring.score_sales(sales)
        await service.follow_score(session, subject, known.get((seller, seller)), score, newest)
    service.clear_unfound(known, {(seller, seller) for seller in sold})


async def apply_act_batch(session: AsyncSession, envelopes: Sequence[Envelope]) -> None:
    batch = takeover_scoring.ActBatch()
    newest: dict[int, datetime] = {}
    for envelope in envelopes:
        if envelope.type in takeover_scoring.KINDS:
            try:
                batch.add_event(envelope.event())
            except (ValidationError, KeyError):  # Events from a newer version of the code are not counted.
                continue
    if not batch.times:
        return
    for user_id, _, slot in batch.times:
        newest[user_id] = max(slot, newest.get(user_id, slot))
    await queries.insert_acts(session, batch.times)
    await rescore_takeovers(session, newest)


async def rescore_takeovers(session: AsyncSession, newest: dict[int, datetime]) -> None:
    """The worst takeover trigger sets the score. `newest` is the time of each person's last act."""
    people: Collection[int] = sorted(newest)
    # Locked first, so that a concurrent decision is complete before the acts are read.
    acts = await queries.list_acts_of(session, people)
    for user_id, triggers in (await queries.get_acts_around(session, people)).items():
        scores = [
            takeover_scoring.score_takeover(soon, before) for _, (soon, before) in sorted(triggers.items())
        ]
        worst = max(scores, key=lambda one: one.hundredths)
        subject = service.Subject(user_id, user_id, "takeover")
        await service.follow_score(session, subject, acts.get(user_id), worst, newest[user_id])


async def forget_acts(session: AsyncSession, user_id: int) -> None:
    await queries.delete_acts(session, user_id)


KINDS = frozenset(kind.type_name() for kind in (AccountSignalShared, PayoutAccountShared))
MAX_LINKS = 200


async def apply_signal_batch(session: AsyncSession, envelopes: Sequence[Envelope]) -> None:
    """Stores signals and scores everyone who shares one. Events may arrive in any order."""
    shared = []
    for envelope in envelopes:
        if envelope.type in KINDS:
            try:
                event = envelope.event()
            except ValidationError:  # Events from a newer version of the code are not linked.
                continue
            assert isinstance(event, SharedSignal)
            shared.append(event)
    if shared:
        people = await queries.insert_signals(session, shared)
        await service.rescore_pairs(session, people)
        await rescore_deals(session, people)


async def links_out(session: AsyncSession, staffer: Identity, user_id: int) -> LinkedAccountsOut:
    """The access is recorded. Does not show the reader's own links."""
    found = await queries.list_links(session, user_id, MAX_LINKS)
    links = [link for link in found if link.user_id != staffer.user_id]
    event = LinkedAccountsRead(user_id=user_id, by_admin_id=staffer.user_id, read_at=await clock.now(session))
    await outbox.record(session, event, version=1)
    names = await names_of(session, {link.user_id for link in links})
    shared: dict[int, list[SignalOut]] = defaultdict(list)
    for link in links:
        shared[link.user_id].append(SignalOut(kind=link.kind, since=link.since, seen_at=link.seen_at))
    accounts = [
        LinkedAccountOut(person=PersonOut(id=who, username=names.get(who, "")), signals=signals)
        for who, signals in shared.items()
    ]
    return LinkedAccountsOut(accounts=accounts)


async def forget_signals(session: AsyncSession, user_id: int) -> None:
    await queries.delete_signals(session, user_id)
