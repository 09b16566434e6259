from typing import Literal

from libs.kit.http.schemas import Out


class MatterOut(Out):
    """Money that keeps an account open: held, being paid out, reserved or in the wallet. In sen."""

    code: Literal["held_money", "unpaid_payout", "set_aside_credit", "payment_in_review", "wallet_credit"]
    transaction_id: int | None
    amount: int | None


class MattersOut(Out):
    """The open obligations of a person."""

    matters: list[MatterOut]
