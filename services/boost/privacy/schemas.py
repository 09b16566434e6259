from typing import Literal

from libs.kit.http.schemas import Out


class ObligationOut(Out):
    """An obligation that prevents the deletion of an account. `amount` is in sen."""

    code: Literal["held_money", "unpaid_payout", "set_aside_credit", "payment_in_review", "wallet_credit"]
    transaction_id: int | None
    amount: int | None


class ObligationsOut(Out):
    obligations: list[ObligationOut]
