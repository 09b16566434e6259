from collections.abc import Iterable
from datetime import datetime
from typing import Annotated

from pydantic import Field

from libs.contracts.events.trades import Criterion
from libs.kit.http.schemas import Out
from services.messaging.verification.models import Verification
from services.messaging.verification.rules import Line, State


class CriterionOut(Out):
    """A criterion with its current value, the required value, and the value that keeps the badge."""

    name: Criterion
    state: State
    # Stars for the average, otherwise a count.
    now: float
    wanted: float
    keeps: float
    # When the criterion was confirmed. Only for identity and payment method.
    since: datetime | None


class VerificationOut(Out):
    seller_id: int
    is_verified: bool
    is_verified_too: Annotated[bool, Field(serialization_alias="is_verified")]
    verified_since: datetime | None
    # The badge is lost at this time, unless the criteria are met again.
    grace_until: datetime | None
    criteria: list[CriterionOut]


def verification_out(row: Verification, lines: Iterable[Line]) -> VerificationOut:
    is_verified = row.verified_since is not None
    return VerificationOut(
        seller_id=row.seller_id,
        is_verified=is_verified,
        is_verified_too=is_verified,
        verified_since=row.verified_since,
        grace_until=row.grace_until,
        criteria=[_criterion_out(row, line) for line in lines],
    )


def _criterion_out(row: Verification, line: Line) -> CriterionOut:
    return CriterionOut(
        name=line.criterion,
        state=line.state,
        now=_number(line, line.now),
        wanted=_number(line, line.wanted),
        keeps=_number(line, line.kept),
        since=_since(row, line),
    )


def _since(row: Verification, line: Line) -> datetime | None:
    known = {"identity": row.identity_checked_at, "payment_method": row.payment_confirmed_at}
    return known.get(line.criterion)


def _number(line: Line, value: int) -> float:
    return value / 100 if line.criterion == "average" else value
