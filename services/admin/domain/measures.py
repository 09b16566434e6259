"""The rules of measures against accounts: which services carry each out, and which facts say so."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from libs.contracts.events.auth import UserBanned, UserSuspended, UserUnbanned
from libs.contracts.events.measures import (
    AccountMeasure,
    MeasureAppliedToAuctions,
    MeasureAppliedToListings,
    MeasureAppliedToMessages,
    MeasureAppliedToMoney,
    MeasureReceiptFact,
    measure_of,
)
from libs.contracts.fact import Fact

RECEIPTS: tuple[type[MeasureReceiptFact], ...] = (
    MeasureAppliedToListings, MeasureAppliedToAuctions, MeasureAppliedToMessages, MeasureAppliedToMoney,
)  # fmt: skip
# Auth carries its part out in the transaction that tells of the measure, so no one waits for it.
SERVICES = tuple(kind.producer for kind in RECEIPTS)
_HEARD: tuple[type[Fact], ...] = (UserBanned, UserUnbanned, UserSuspended, *RECEIPTS)
KINDS = frozenset(kind.type_name() for kind in _HEARD)
MEASURES_KEPT = timedelta(days=400)

Key = tuple[int, datetime, AccountMeasure]
Answer = Mapping[str, Any]


@dataclass
class MeasureBatch:
    """Measures that facts name, with what services answered; a measure may be named by an answer first."""

    told: dict[Key, dict[str, Answer]] = field(default_factory=dict)

    def take(self, fact: Fact) -> None:
        """Add a measure or the answer of a service; of two answers of one service the first counts."""
        if isinstance(fact, MeasureReceiptFact):
            answers = self.told.setdefault((fact.user_id, fact.decided_at, fact.measure), {})
            kept = {"user_id", "measure", "decided_at"}
            answers.setdefault(fact.producer, fact.model_dump(mode="json", exclude=kept))
        elif isinstance(fact, UserBanned | UserUnbanned | UserSuspended):
            measure, decided_at = measure_of(fact)
            self.told.setdefault((fact.user_id, decided_at, measure), {})
