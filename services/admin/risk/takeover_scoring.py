"""Scores what happens soon after a takeover trigger, such as a sign-in with a new browser."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from libs.contracts.event import Event
from libs.contracts.events.admin import TakeoverCode
from libs.contracts.events.boost import WalletDebited
from libs.contracts.events.catalog import ProductChanged, ProductListed
from libs.contracts.events.credentials import CredentialChange, CredentialChanged, DeviceAdded
from libs.contracts.events.messaging import ConversationStarted
from libs.contracts.events.offers import OfferMade
from libs.contracts.events.protection import PayoutAccountChanged
from services.admin.risk.rules import Reason, Score, ramp, score_figures

# Acts within `SOON` after a trigger belong to that trigger. `USUAL` is the period before the trigger that
# shows the usual rate.
SOON, USUAL = timedelta(hours=72), timedelta(days=28)
SLOT = timedelta(minutes=15)
# Maximum number of newest triggers per person, and of oldest triggers. A program that signs in all day causes
# many.
MAX_TRIGGERS = 10
ACTS_KEPT = SOON + USUAL + timedelta(days=4)

# All other acts count only after a trigger.
TRIGGERS: frozenset[TakeoverCode] = frozenset(
    {
        "new_device", "password_reset", "password_changed", "email_changed", "email_restored", "factor_removed",
        "sign_in_added",
    }
)  # fmt: skip
# In hundredths. Someone with a new phone in another network who forgot the password, sets up two-step sign-in
# again and adds a passkey stays below the review limit: 14 + 8 + 12 + 16 + 5.
WEIGHTS: dict[TakeoverCode, int] = {
    "new_device": 14, "new_network": 8, "password_reset": 12, "password_changed": 12, "email_changed": 24,
    "email_restored": 30, "factor_removed": 16, "sign_in_added": 5, "payout_account": 22, "payout_asked": 12,
    "prices": 14, "listings": 16, "conversations": 20, "offers": 8,
}  # fmt: skip
# How far above the usual number an act starts to count, and counts fully.
SURGES: dict[TakeoverCode, tuple[int, int]] = {
    "prices": (1, 5), "listings": (2, 8), "conversations": (4, 15), "offers": (2, 8),
}  # fmt: skip
_OF_CHANGE: dict[CredentialChange, TakeoverCode] = {
    "password_reset": "password_reset", "password_changed": "password_changed", "email_changed": "email_changed",
    "email_restored": "email_restored", "second_factor_off": "factor_removed", "passkey_removed": "factor_removed",
    "second_factor_on": "sign_in_added", "passkey_added": "sign_in_added", "provider_linked": "sign_in_added",
}  # fmt: skip
Act = tuple[int, TakeoverCode, datetime]


@dataclass
class ActBatch:
    """Number of acts per person, code and quarter of an hour."""

    times: Counter[Act] = field(default_factory=Counter)

    def add_event(self, event: Event) -> None:
        """Events may arrive in any order."""
        _TAKEN[type(event)](self, event)

    def add(self, user_id: int, code: TakeoverCode, at: datetime) -> None:
        self.times[user_id, code, slot_of(at)] += 1


def slot_of(at: datetime) -> datetime:
    return datetime.fromtimestamp(at.timestamp() // SLOT.total_seconds() * SLOT.total_seconds(), UTC)


def _device(batch: ActBatch, event: DeviceAdded) -> None:
    batch.add(event.user_id, "new_device", event.added_at)
    if event.is_new_network:
        batch.add(event.user_id, "new_network", event.added_at)


def _credential(batch: ActBatch, event: CredentialChanged) -> None:
    batch.add(event.user_id, _OF_CHANGE[event.change], event.changed_at)


def _account(batch: ActBatch, event: PayoutAccountChanged) -> None:
    if event.change == "set":
        batch.add(event.user_id, "payout_account", event.changed_at)


def _wallet(batch: ActBatch, event: WalletDebited) -> None:
    # The debit is neither for a boost nor for a deal, so the person requested a payout.
    if event.order_id is None and event.transaction_id is None:
        batch.add(event.user_id, "payout_asked", event.debited_at)


def _listed(batch: ActBatch, event: ProductListed) -> None:
    batch.add(event.seller_id, "listings", event.listed_at)


def _changed(batch: ActBatch, event: ProductChanged) -> None:
    if "price" in event.changed:
        batch.add(event.seller_id, "prices", event.changed_at)


def _conversation(batch: ActBatch, event: ConversationStarted) -> None:
    batch.add(event.starter_id, "conversations", event.started_at)


def _offer(batch: ActBatch, event: OfferMade) -> None:
    batch.add(event.buyer_id if event.by == "buyer" else event.seller_id, "offers", event.made_at)


_TAKEN: dict[type[Event], Callable[[ActBatch, Any], None]] = {
    DeviceAdded: _device, CredentialChanged: _credential, PayoutAccountChanged: _account, WalletDebited: _wallet,
    ProductListed: _listed, ProductChanged: _changed, ConversationStarted: _conversation, OfferMade: _offer,
}  # fmt: skip
KINDS = frozenset(kind.type_name() for kind in _TAKEN)


def score_takeover(soon: Mapping[str, int], before: Mapping[str, int]) -> Score:
    """Compares acts soon after a trigger with the weeks before it."""
    return score_figures(_reason(code, soon.get(code, 0), before.get(code, 0)) for code in WEIGHTS)


def _reason(code: TakeoverCode, soon: int, before: int) -> Reason:
    if code in SURGES:
        usual = before * (SOON / USUAL)
        return Reason(code, soon, before, WEIGHTS[code] * ramp(soon - 2 * usual, *SURGES[code]))
    strength = float(soon > 0)
    if code in ("new_device", "new_network"):
        # A browser that deletes its device cookie is new at every visit.
        strength *= 1 - ramp(before, 1, 5)
    return Reason(code, soon, None, WEIGHTS[code] * strength)
