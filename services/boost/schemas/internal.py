"""What boost tells other services."""

from datetime import datetime
from typing import Literal

from libs.contracts.events.trades import CancelledBy
from libs.kit.http.schemas import In, Instant, Out


class CancellationIn(In):
    """Who cancels a deal; of an agreement, when the first person asked and when the second one agreed."""

    by: CancelledBy
    asked_at: Instant | None = None
    agreed_at: Instant | None = None


class CancellationOut(Out):
    """The deal may be cancelled. `pending_since` names a pending cancellation; there is none if no money can
    be paid out meanwhile."""

    is_allowed: Literal[True]
    pending_since: datetime | None


class WithdrawalIn(In):
    """The pending cancellation that messaging did not commit."""

    pending_since: Instant


class PendingOut(Out):
    """Whether a cancellation of the deal is still pending."""

    is_pending: bool


class MatterOut(Out):
    """Money that keeps an account: held for a deal, on its way to a bank, set aside for an order, or in the
    wallet; in sen."""

    code: Literal["held_money", "unpaid_payout", "set_aside_credit", "payment_in_review", "wallet_credit"]
    transaction_id: int | None
    amount: int | None


class MattersOut(Out):
    """What is still open for a person."""

    matters: list[MatterOut]


class AccountKnownOut(Out):
    """Whether a person has said where they are paid."""

    is_known: bool


class AccountChangeOut(Out):
    """Which bank account a change was about; of its number only the end."""

    bank_name: str
    last_four: str
