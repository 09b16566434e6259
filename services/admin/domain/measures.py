"""The rules of measures against accounts and listings: which services carry each out, and which facts say
so."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from libs.contracts.events.auth import UserBanned, UserSuspended, UserUnbanned
from libs.contracts.events.catalog import ProductRemoved
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
# Who tells of the measure carries its part out in that transaction, so no one waits for auth, nor for catalog
# where a listing is removed.
SERVICES = tuple(kind.producer for kind in RECEIPTS)
SERVICES_OF_REMOVAL = ("auction", "boost")
_HEARD: tuple[type[Fact], ...] = (UserBanned, UserUnbanned, UserSuspended, ProductRemoved, *RECEIPTS)
KINDS = frozenset(kind.type_name() for kind in _HEARD)
MEASURES_KEPT = timedelta(days=400)

# Whose, when, which, and what it is about: the listing of a removal, else the person again.
Key = tuple[int, datetime, AccountMeasure, int]
Answer = Mapping[str, Any]


def services_of(measure: AccountMeasure) -> tuple[str, ...]:
    """Return the services that carry a measure out."""
    return SERVICES_OF_REMOVAL if measure == "remove_listing" else SERVICES


@dataclass
class MeasureBatch:
    """Measures that facts name, with what services answered; a measure may be named by an answer first."""

    told: dict[Key, dict[str, Answer]] = field(default_factory=dict)

    def take(self, fact: Fact) -> None:
        """Add a measure or the answer of a service; of two answers of one service the first counts."""
        if isinstance(fact, MeasureReceiptFact):
            subject = fact.user_id if fact.product_id is None else fact.product_id
            answers = self.told.setdefault((fact.user_id, fact.decided_at, fact.measure, subject), {})
            kept = {"user_id", "product_id", "measure", "decided_at"}
            answers.setdefault(fact.producer, fact.model_dump(mode="json", exclude=kept))
        elif isinstance(fact, UserBanned | UserUnbanned | UserSuspended):
            measure, decided_at = measure_of(fact)
            self.told.setdefault((fact.user_id, decided_at, measure, fact.user_id), {})
        elif isinstance(fact, ProductRemoved) and fact.reason == "moderated":
            self.told.setdefault((fact.seller_id, fact.removed_at, "remove_listing", fact.product_id), {})
