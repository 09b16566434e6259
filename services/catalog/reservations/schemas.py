from typing import Literal

from libs.contracts.event import Sen
from libs.kit.http.schemas import Id, In, Out

ReservationState = Literal["provisional", "firm", "sold", "released"]


class ReservationIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"dealId": 7, "buyerId": 42, "amount": 64_000}}
    }

    deal_id: Id
    buyer_id: Id
    amount: Sen


class ReservationOut(Out):
    deal_id: int
    state: ReservationState
