"""What boost tells other services."""

from typing import Literal

from libs.kit.http.schemas import Out


class MatterOut(Out):
    """Money that keeps an account: held for a deal, on its way to a bank, set aside for an order, or in the
    wallet; in sen."""

    code: Literal["held_money", "unpaid_payout", "set_aside_credit", "payment_in_review", "wallet_credit"]
    transaction_id: int | None
    amount: int | None


class MattersOut(Out):
    """What is still open for a person."""

    matters: list[MatterOut]
