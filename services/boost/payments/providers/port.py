"""What boost asks of a payment provider; each provider is an adapter behind this."""

from dataclasses import dataclass
from typing import Literal, Protocol

from libs.kit.http.errors import Unavailable

Outcome = Literal["paid", "failed", "deleted", "unclear"]


class CheckoutRefused(Exception):
    """The provider refused a request for good; its words are for the log."""


class OddAnswer(Unavailable):
    """The provider answered what does not fit: nothing is known by it, and asking at once changes nothing."""


@dataclass(frozen=True)
class Checkout:
    """What is to be paid: the amount in sen, and our own number of the payment."""

    reference: str
    amount: int
    name: str
    description: str


@dataclass(frozen=True)
class Bill:
    """A checkout as the provider holds it."""

    ref: str
    url: str
    is_ours: bool
    # None while it is not paid, at a provider that tells only what was paid.
    amount: int | None
    is_paid: bool
    is_deleted: bool
    reference: str
    # What came of it, once it is paid.
    came: int | None = None


@dataclass(frozen=True)
class ProviderMessage:
    """What came in the provider's name; it counts only if `is_signed`."""

    ref: str
    signature: str
    is_signed: bool
    is_paid: bool
    outcome: Outcome
    # A redirect names neither amount nor collection.
    amount: int | None = None
    paid_amount: int | None = None
    is_ours: bool = True
    # The payment that it must be about, where its signature is ours and covers that, but no bill.
    payment_id: str | None = None


class PayoutTaken(Exception):
    """The provider has a payout with this reference already: what became of it, it tells or is asked."""


@dataclass(frozen=True)
class PayoutOrder:
    """What is to be paid to a bank account: the amount in sen, and our own number of the payout."""

    reference: str
    amount: int
    bank_code: str
    account_number: str
    holder: str
    description: str


@dataclass(frozen=True)
class PayoutWord:
    """What the provider says of a payout."""

    ref: str
    reference: str
    status: str
    amount: int


class Provider(Protocol):
    """A payment provider."""

    name: str
    # Whether it ranks those it calls back by how well they answer.
    has_rank: bool
    # Whether it refuses to delete a bill that is paid, so that one that is deleted was not.
    keeps_paid_bills: bool

    async def create_checkout(self, checkout: Checkout) -> Bill:
        """Make a bill: `OutcomeUnknown` if it may have been made, `CheckoutRefused` if it never will be."""

    def parse_notification(self, kind: str, raw: bytes) -> ProviderMessage | None:
        """Read a callback's body or a redirect's query; None where it is not one."""

    async def fetch(self, ref: str) -> Bill | None:
        """Return a bill as it is now; None where there is none. `OddAnswer` where it is not one."""

    async def channel(self, ref: str) -> str | None:
        """Return by which channel a bill was paid."""

    async def cancel(self, ref: str) -> bool:
        """Delete a bill that was not paid; return whether it is gone."""

    async def webhook_rank(self) -> float | None:
        """Return how it ranks our answers to its callbacks, 0 the best; None where it ranks no one."""

    @property
    def pays_out(self) -> bool:
        """Return whether payouts can be sent."""

    async def pay_out(self, order: PayoutOrder) -> PayoutWord:
        """Send a payout, once for its reference: `PayoutTaken` where it has it, `CheckoutRefused` if it never
        will, `OutcomeUnknown` if it may have."""

    async def fetch_payout(self, ref: str) -> PayoutWord:
        """Return a payout as it is now."""

    def parse_payout(self, raw: bytes) -> PayoutWord | None:
        """Read a callback about a payout; None where the provider did not sign it."""
