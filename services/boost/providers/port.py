"""What boost asks of a payment provider; each provider is an adapter behind this."""

from dataclasses import dataclass
from typing import Literal, Protocol

Outcome = Literal["paid", "failed", "deleted", "unclear"]


class CheckoutRefused(Exception):
    """The provider refused a request for good; its words are for the log."""


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
    amount: int
    is_paid: bool
    is_deleted: bool
    reference: str


@dataclass(frozen=True)
class Notification:
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


class Provider(Protocol):
    """A payment provider."""

    name: str

    async def create_checkout(self, checkout: Checkout) -> Bill:
        """Make a bill: `OutcomeUnknown` if it may have been made, `CheckoutRefused` if it never will be."""

    def parse_notification(self, kind: str, raw: bytes) -> Notification | None:
        """Read a callback's body or a redirect's query; None where it is not one."""

    async def fetch(self, ref: str) -> Bill | None:
        """Return a bill as it is now; None where there is none."""

    async def channel(self, ref: str) -> str | None:
        """Return by which channel a bill was paid."""

    async def cancel(self, ref: str) -> bool:
        """Delete a bill that was not paid; return whether it is gone."""
