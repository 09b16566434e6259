from dataclasses import dataclass
from typing import Literal, Protocol

from libs.kit.errors import Unavailable

Outcome = Literal["paid", "failed", "deleted", "unclear"]


class CheckoutRefused(Exception):
    """A permanent refusal. The message is only for the log."""


class OddAnswer(Unavailable):
    """An unexpected response. The outcome is unknown, and an immediate retry does not help."""


@dataclass(frozen=True)
class Checkout:
    """`amount` is in sen. `reference` is our payment id."""

    reference: str
    amount: int
    name: str
    description: str


@dataclass(frozen=True)
class Bill:
    ref: str
    url: str
    is_ours: bool
    # None for an unpaid bill if the provider reports only paid amounts.
    amount: int | None
    is_paid: bool
    is_deleted: bool
    reference: str
    # Amount received, if the bill is paid.
    came: int | None = None


@dataclass(frozen=True)
class ProviderMessage:
    """A callback or redirect. Trust it only if `is_signed`."""

    ref: str
    signature: str
    is_signed: bool
    is_paid: bool
    outcome: Outcome
    # Redirects have neither amount nor collection.
    amount: int | None = None
    paid_amount: int | None = None
    is_ours: bool = True
    # Read from our own signature, because the provider does not sign redirects.
    payment_id: str | None = None


class PayoutTaken(Exception):
    """The provider already has a payout with this reference."""


@dataclass(frozen=True)
class PayoutOrder:
    """`amount` is in sen. `reference` is our payout id."""

    reference: str
    amount: int
    bank_code: str
    account_number: str
    holder: str
    description: str


@dataclass(frozen=True)
class PayoutWord:
    ref: str
    reference: str
    status: str
    amount: int


class Provider(Protocol):
    name: str
    # True if the provider ranks how merchants respond to callbacks.
    has_rank: bool
    # True if the provider refuses to delete a paid bill.
    keeps_paid_bills: bool

    async def create_checkout(self, checkout: Checkout) -> Bill:
        """Raises `OutcomeUnknown` if the bill may have been created, and `CheckoutRefused` after a permanent
        refusal."""

    def parse_notification(self, kind: str, raw: bytes) -> ProviderMessage | None: ...
    async def fetch(self, ref: str) -> Bill | None:
        """Returns None if the bill does not exist. Raises `OddAnswer` after an unexpected response."""

    async def channel(self, ref: str) -> str | None: ...
    async def cancel(self, ref: str) -> bool: ...
    async def webhook_rank(self) -> float | None:
        """0 is best. Returns None if the provider has no ranking."""

    @property
    def pays_out(self) -> bool: ...
    async def pay_out(self, order: PayoutOrder) -> PayoutWord:
        """Idempotent per reference. Raises `PayoutTaken` if the reference is already used, `CheckoutRefused`
        after a permanent refusal, and `OutcomeUnknown` if the payout may have been accepted."""

    async def fetch_payout(self, ref: str) -> PayoutWord:
        pass

    def parse_payout(self, raw: bytes) -> PayoutWord | None:
        """Returns None if the signature is invalid."""
