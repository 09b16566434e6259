from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast, get_args

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import Event
from libs.contracts.events.admin import (
    FurtherCode,
    RiskClaimed,
    RiskClaimReturned,
    RiskCleared,
    RiskCode,
    RiskConfirmed,
    RiskDecisionReason,
    RiskFlagged,
    RiskKind,
    RiskLevel,
    TakeoverCode,
)
from libs.contracts.events.staff import PlatformChangedByStaff
from libs.kit.db.database import Database
from libs.kit.errors import NotFound
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import assignments, people, staff_changes
from libs.marketplace.dealings import Calls, refuse_dealings
from libs.marketplace.people import names_of
from services.admin.cases.schemas import PersonOut
from services.admin.risk import queries, rules
from services.admin.risk.models import RiskPair, RiskStep
from services.admin.risk.schemas import RiskDecisionIn, RiskDecisionOut, RiskPairOut, RiskReasonOut


@dataclass(frozen=True)
class Subject:
    """A bidder and a seller, or the same person twice."""

    bidder_id: int
    seller_id: int
    kind: RiskKind = "bids"


async def rescore_pairs(session: AsyncSession, people: Collection[int]) -> None:
    # Locked first, so that a concurrent decision is complete before the figures are read.
    pairs = await queries.get_pairs_of_bidders(session, people)
    found = await queries.get_figures(session, people)
    figures = rules.bidder_habits({key: one for key, (one, _) in found.items()})
    for key, (_, newest) in found.items():
        await follow_score(session, Subject(*key), pairs.get(key), rules.score_bidder(figures[key]), newest)
    clear_unfound(pairs, found)


def clear_unfound(known: Mapping[tuple[int, int], RiskPair], found: Collection[tuple[int, int]]) -> None:
    for key, pair in known.items():
        if pair.state == "open" and key not in found:
            pair.score, pair.reasons = 0, []


async def follow_score(
    session: AsyncSession, subject: Subject, known: RiskPair | None, score: rules.Score, at: datetime
) -> None:
    """Flags the pair if the score reaches the review limit, and updates an open pair. Call with the pair
    locked."""
    if known is not None and known.state == "open":
        await _update_waiting(session, known, score, at)
    elif score.level is not None:
        await _flag(session, known or _pair(subject, at), score, score.level, at)


def _pair(subject: Subject, at: datetime) -> RiskPair:
    return RiskPair(
        bidder_id=subject.bidder_id, seller_id=subject.seller_id, kind=subject.kind, score=0, level="review",
        reasons=[], flagged_at=at,
    )  # fmt: skip


async def _flag(
    session: AsyncSession, pair: RiskPair, score: rules.Score, level: RiskLevel, at: datetime
) -> None:
    pair.state, pair.level, pair.flagged_at = "open", level, at
    _set_score(pair, score)
    session.add(pair)
    await _record_flag(session, pair, "flagged", at)


async def _update_waiting(session: AsyncSession, pair: RiskPair, score: rules.Score, at: datetime) -> None:
    """Publishes an event when the score reaches the hold level."""
    _set_score(pair, score)
    if score.level == "hold" and pair.level != "hold":
        pair.level = "hold"
        await _record_flag(session, pair, "raised", at)


def _set_score(pair: RiskPair, score: rules.Score) -> None:
    pair.score = score.hundredths
    pair.reasons = [
        {"code": reason.code, "figure": reason.figure, "of": reason.of} for reason in score.reasons
    ]


async def _record_flag(session: AsyncSession, pair: RiskPair, step: str, at: datetime) -> None:
    await session.flush()
    session.add(RiskStep(pair_id=pair.known_id, step=step, score=pair.score, at=at))
    further = [reason for reason in pair.reasons if reason["code"] in get_args(FurtherCode)]
    known = [reason for reason in pair.reasons if reason not in further]
    reasons: dict[str, Any] = {"reasons": known, "further_reasons": further}
    if pair.kind == "takeover":
        reasons = {"reasons": [], "takeover_reasons": pair.reasons}
    event = RiskFlagged.model_validate(
        _pair_fields(pair) | reasons | {"score_percent": pair.score, "level": pair.level, "flagged_at": at}
    )
    await _record_event(session, pair, event)


def _pair_fields(pair: RiskPair) -> dict[str, Any]:
    return {
        "pair_id": pair.known_id, "bidder_id": pair.bidder_id, "seller_id": pair.seller_id, "kind": pair.kind,
        "step": pair.version + 1,
    }  # fmt: skip


async def _record_event(session: AsyncSession, pair: RiskPair, event: Event) -> None:
    pair.version += 1
    await session.flush()
    await outbox.record(session, event, version=pair.version)


async def _waiting_pair(session: AsyncSession, staff: Identity, pair_id: int) -> tuple[RiskPair, datetime]:
    pair = await queries.lock_pair(session, pair_id)
    if pair is None:
        raise NotFound
    rules.check_may_claim(pair.state, staff.user_id, (pair.bidder_id, pair.seller_id))
    return pair, await clock.now(session)


async def claim_pair(session: AsyncSession, staff: Identity, pair_id: int) -> RiskPair:
    """Assigns the pair for half an hour. Idempotent during that time."""
    pair, now = await _waiting_pair(session, staff, pair_id)
    before = assignments.as_dict(pair)
    until = assignments.take_assignment(pair, staff.user_id, now)
    if until is not None:
        session.add(RiskStep(pair_id=pair_id, step="claimed", score=pair.score, at=now))
        event = RiskClaimed(**_pair_fields(pair), by_admin_id=staff.user_id, until=until, claimed_at=now)
        await _record_event(session, pair, event)
        await staff_changes.record(
            session, PlatformChangedByStaff, "claim_risk", by=staff.user_id, about=pair_id,
            parties=(pair.bidder_id, pair.seller_id), before=before,
            after=assignments.as_dict(pair),
        )  # fmt: skip
    return pair


async def release_pair(session: AsyncSession, staff: Identity, pair_id: int) -> None:
    """Does nothing if the pair is not assigned."""
    pair, now = await _waiting_pair(session, staff, pair_id)
    before = assignments.as_dict(pair)
    if assignments.release_assignment(pair, staff.user_id, now):
        session.add(RiskStep(pair_id=pair_id, step="returned", score=pair.score, at=now))
        event = RiskClaimReturned(**_pair_fields(pair), by_admin_id=staff.user_id, returned_at=now)
        await _record_event(session, pair, event)
        await staff_changes.record(
            session, PlatformChangedByStaff, "return_risk", by=staff.user_id, about=pair_id,
            parties=(pair.bidder_id, pair.seller_id), before=before,
            after=assignments.as_dict(pair),
        )  # fmt: skip


async def refuse_dealings_in(database: Database, calls: Calls, staff: Identity, pair_id: int) -> None:
    """Raises if the staff member has open dealings with one of the people."""
    async with database.reading() as session:
        pair = await queries.get_pair(session, pair_id)
    if pair is not None:
        for person_id in {pair.bidder_id, pair.seller_id}:
            await refuse_dealings(calls, staff.user_id, person_id)


async def decide_pair(session: AsyncSession, staff: Identity, pair_id: int, form: RiskDecisionIn) -> RiskPair:
    pair = await queries.lock_pair(session, pair_id)
    if pair is None:
        raise NotFound
    last = (await queries.list_last_decisions(session, [pair_id])).get(pair_id)
    if not rules.check_decision(
        pair.state, form.decision, kind=cast("RiskKind", pair.kind), staff_id=staff.user_id,
        people=(pair.bidder_id, pair.seller_id), last_by=None if last is None else last.by_id,
        reason=form.reason,
    ):  # fmt: skip
        return pair
    now, before = await clock.now(session), {"state": pair.state}
    assignments.check_free(pair, staff.user_id, now)
    assignments.clear_assignment(pair)
    pair.state, pair.decided_at = rules.BECOMES[form.decision], now
    statuses = [
        await people.get_account_status(session, item) for item in sorted({pair.bidder_id, pair.seller_id})
    ]
    step = RiskStep(
        pair_id=pair_id,
        step=pair.state,
        score=pair.score,
        by_id=staff.user_id,
        reason=form.reason,
        words="" if "erased" in statuses else form.words,
        at=now,
    )
    session.add(step)
    kind = RiskCleared if form.decision == "release" else RiskConfirmed
    event = kind(**_pair_fields(pair), by_admin_id=staff.user_id, reason=form.reason, decided_at=now)
    await _record_event(session, pair, event)
    await staff_changes.record(
        session, PlatformChangedByStaff, "decide_risk", by=staff.user_id, about=pair_id,
            parties=(pair.bidder_id, pair.seller_id), before=before,
        after={"state": pair.state}, reason=form.reason,
    )  # fmt: skip
    return pair


async def pairs_out(session: AsyncSession, pairs: Sequence[RiskPair]) -> list[RiskPairOut]:
    last = await queries.list_last_decisions(session, [pair.known_id for pair in pairs])
    people = {who for pair in pairs for who in (pair.bidder_id, pair.seller_id)}
    people |= {item.by_id for item in last.values() if item.by_id is not None}
    people |= {pair.claimed_by for pair in pairs if pair.claimed_by is not None}
    now = await clock.now(session)
    names = await names_of(session, people)
    return [_pair_out(pair, last.get(pair.known_id), names, now) for pair in pairs]


def _pair_out(pair: RiskPair, last: RiskStep | None, names: dict[int, str], now: datetime) -> RiskPairOut:
    decided = None
    if last is not None and last.by_id is not None:
        decided = RiskDecisionOut(
            state=cast("rules.State", last.step),
            by=_person(last.by_id, names),
            words=last.words,
            at=last.at,
            reason=cast("RiskDecisionReason | None", last.reason),
        )
    level: RiskLevel = "hold" if pair.score >= rules.HOLD else "review"
    holder = assignments.holder_of(pair, now) if pair.state == "open" else None
    return RiskPairOut(
        id=pair.known_id,
        kind=cast("RiskKind", pair.kind),
        bidder=_person(pair.bidder_id, names),
        seller=_person(pair.seller_id, names),
        score=pair.score / 100,
        level=level,
        reasons=[_reason_out(**reason) for reason in pair.reasons],
        state=cast("rules.State", pair.state),
        is_money_held=rules.is_money_held(
            pair.kind, pair.state, pair.level, None if last is None else last.step
        ),
        flagged_at=pair.flagged_at,
        due_at=pair.flagged_at + rules.DECIDED_WITHIN[level],
        claimed_by=None if holder is None else _person(holder, names),
        claimed_until=None if holder is None else pair.claimed_until,
        decided=decided,
    )


def _person(user_id: int, names: dict[int, str]) -> PersonOut:
    return PersonOut(id=user_id, username=names.get(user_id, ""))


def _reason_out(code: RiskCode | TakeoverCode | FurtherCode, figure: int, of: int | None) -> RiskReasonOut:
    return RiskReasonOut(code=code, figure=figure, of=of)
