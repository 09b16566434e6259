"""Amounts are in sen."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from libs.kit.http.schemas import In, Out
from services.boost.payouts.rules import BANKS, LARGEST, SANDBOX_BANK, SMALLEST, StaffStep, Trouble
from services.boost.staff.schemas import ReasonIn, StaffActOut

Holder = Annotated[str, StringConstraints(min_length=2, max_length=100, pattern=r"^[^\W\d_][\w .,'@/\-]*$")]
Number = Annotated[str, StringConstraints(min_length=6, max_length=20, pattern=r"^[0-9]+$")]


def _check_bank(code: str) -> str:
    if code not in BANKS and code != SANDBOX_BANK:
        raise ValueError("This bank is not known.")
    return code


class PayoutAccountIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {"bankCode": "MBBEMYKL", "accountNumber": "164012345678", "holderName": "Aina Rahman"}
        }
    }

    bank_code: Annotated[str, Field(max_length=20), AfterValidator(_check_bank)]
    account_number: Number
    holder_name: Holder


class PayoutAccountOut(Out):
    """Only the last four digits of the account number are shown."""

    bank_code: str
    bank_name: str
    last_four: str
    holder_name: str
    usable_from: datetime


class PayoutIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"amount": 25000}}}

    amount: Annotated[int, Field(strict=True, ge=SMALLEST, le=LARGEST)]


class SettleIn(ReasonIn):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"outcome": "paid", "reason": "Billplz found it by its reference."}}
    }

    outcome: Literal["paid", "refused"]


class PayoutOut(Out):
    id: int
    deal_id: int | None
    amount: int
    status: Literal["waiting", "sending", "sent", "completed", "failed", "cancelled"]
    bank_name: str
    last_four: str
    created_at: datetime
    send_at: datetime
    ended_at: datetime | None
    # On hold, because the account may have been taken over.
    is_held: bool


class PayoutsOut(Out):
    payouts: list[PayoutOut]
    next: str | None


class StaffPayoutOut(PayoutOut):
    user_id: int
    # Erased when the payout ends. None if it cannot be decrypted.
    holder_name: str | None
    # When the holder's name was matched. None for older payouts.
    named_at: datetime | None
    # Why the payout failed or is delayed.
    trouble: Trouble | None
    step: StaffStep | None
    # The failed payout that this payout retries, and the payout that retries this payout.
    retry_of: int | None
    retried_as: int | None
    # Newest first.
    acts: list[StaffActOut]


class StaffPayoutsOut(Out):
    payouts: list[StaffPayoutOut]
    next: str | None


class AccountKnownOut(Out):
    is_known: bool


class AccountChangeOut(Out):
    """Only the last four digits of the account number are shown."""

    bank_name: str
    last_four: str
