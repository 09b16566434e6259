from typing import Literal

from libs.contracts.event import Sen
from libs.kit.http.schemas import Id, In, Out

ReservationState = Literal["provisional", "firm", "sold", "released"]


class ReservationIn(In):
    """The deal to reserve an item for, and its price."""

    model_config = In.model_config | {
        "json_schema_extra": {"example": {"dealId": 7, "buyerId": 42, "amount": 64_000}}
    }

    deal_id: Id
    buyer_id: Id
    # In sen.
    amount: Sen


class ReservationOut(Out):
    """The state of a reservation."""

    deal_id: int
    state: ReservationState
