from typing import Literal

from libs.kit.http.schemas import Out


class ObligationOut(Out):
    """Money that keeps an account open, in sen."""

    code: Literal["held_money", "unpaid_payout", "set_aside_credit", "payment_in_review", "wallet_credit"]
    transaction_id: int | None
    amount: int | None


class ObligationsOut(Out):
    obligations: list[ObligationOut]
