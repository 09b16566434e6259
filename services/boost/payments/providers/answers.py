"""Responses are parsed strictly. Anything unexpected raises `OddAnswer`."""

import re
from decimal import Decimal
from typing import Annotated, Any, Literal, TypeVar

import structlog
from prometheus_client import Counter
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from services.boost.payments.providers.port import OddAnswer

log = structlog.get_logger(__name__)

ODD = Counter("boost_odd_answers_total", "Invalid responses of the payment provider", ["kind"])
MAX_SEN = 10**12
RINGGIT = re.compile(r"[0-9]{1,10}(\.[0-9]{1,2})?", re.ASCII)
DIGITS = re.compile(r"[0-9]{1,12}", re.ASCII)


def _text(value: Any) -> Any:
    return str(value) if type(value) is int else "" if value is None else value


def _sen(value: Any) -> Any:
    written = _text(value)
    if not (isinstance(written, str) and RINGGIT.fullmatch(written)):
        raise ValueError("not an amount in ringgit")
    return int(Decimal(written) * 100)


def _number(value: Any) -> Any:
    return int(value) if isinstance(value, str) and DIGITS.fullmatch(value) else value


Text = Annotated[str, BeforeValidator(_text)]
Sen = Annotated[int, Field(strict=True, ge=0, lt=MAX_SEN)]


class Answer(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")


class BilledAnswer(Answer):
    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
    url: Annotated[str, Field(pattern=r"^https?://")]
    collection_id: Annotated[str, Field(max_length=100)] | None = None
    amount: Annotated[Sen, Field(gt=0)]
    paid_amount: Sen | None = None
    paid: bool
    state: Annotated[str, Field(max_length=40)] | None = None
    reference_2: Annotated[Text, Field(max_length=200)] = ""


class TransactionAnswer(Answer):
    payment_channel: str | None = None


class TransactionsAnswer(Answer):
    transactions: Annotated[list[TransactionAnswer], Field(max_length=200)]


class RankAnswer(Answer):
    rank: Annotated[float, Field(ge=0, le=10)]


class PayoutAnswer(Answer):
    """A Billplz payment order."""

    id: Annotated[Text, Field(min_length=1, max_length=64)]
    reference_id: Annotated[Text, Field(max_length=200)] = ""
    status: Annotated[Text, Field(max_length=40)] = ""
    total: Annotated[Sen, BeforeValidator(_number)]


class ToyyibTransaction(Answer):
    """Status 1 is paid, 2 pending, 3 failed."""

    status: Annotated[Text, Field(alias="billpaymentStatus", max_length=20)] = ""
    amount: Annotated[Sen, BeforeValidator(_sen)] | None = Field(default=None, alias="billpaymentAmount")
    channel: str | None = Field(default=None, alias="billpaymentChannel")
    reference: Annotated[Text, Field(alias="billExternalReferenceNo", max_length=200)] = ""


TOYYIB_TRANSACTIONS = TypeAdapter(Annotated[list[ToyyibTransaction], Field(max_length=500)])

Read = TypeVar("Read")
ReadModel = TypeVar("ReadModel", bound=BaseModel)
Kind = Literal["bill", "transactions", "payout", "rank"]


def read_answer(kind: Kind, model: type[ReadModel], body: Any) -> ReadModel:
    return read_answer_as(kind, TypeAdapter(model), body)


def read_answer_as(kind: Kind, adapter: TypeAdapter[Read], body: Any) -> Read:
    """Raises `OddAnswer` if the response is unexpected. Such responses are counted, and their values are not
    logged."""
    try:
        return adapter.validate_python(body)
    except ValidationError as fault:
        where = [".".join(map(str, error["loc"])) for error in fault.errors(include_input=False)[:5]]
        log.warning("provider_answers_oddly", kind=kind, fields=where)
        ODD.labels(kind).inc()
        raise OddAnswer from fault
