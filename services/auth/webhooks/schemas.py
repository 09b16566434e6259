from datetime import datetime
from typing import Annotated, Self

from pydantic import AfterValidator, Field

from libs.kit.http.schemas import In, Out
from services.auth.second_factor.schemas import ProofIn
from services.auth.webhooks.addresses import LONGEST_ADDRESS
from services.auth.webhooks.models import WebhookDelivery, WebhookEndpoint
from services.auth.webhooks.rules import (
    WEBHOOK_EVENTS,
    PauseReason,
    State,
    Status,
    WebhookEvent,
    check_name,
    in_order,
)


class WebhookIn(ProofIn):
    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {
                "name": "Stock sync",
                "url": "https://hooks.example/wangi",
                "events": ["bid.placed", "order.paid"],
            }
        }
    }

    name: Annotated[str, Field(max_length=200), AfterValidator(check_name)]
    url: Annotated[str, Field(min_length=1, max_length=LONGEST_ADDRESS)]
    events: Annotated[
        list[WebhookEvent], Field(min_length=1, max_length=len(WEBHOOK_EVENTS)), AfterValidator(in_order)
    ]


class WebhookRotationIn(ProofIn):
    model_config = In.model_config | {"json_schema_extra": {"example": {"endNow": False}}}

    end_now: Annotated[bool, Field(strict=True)] = False


class WebhookOut(Out):
    id: int
    name: str
    url: str
    events: list[WebhookEvent]
    status: Status
    paused_for: PauseReason | None
    # Null while the endpoint accepts deliveries.
    failing_since: datetime | None
    # The previous secret also signs until this time.
    previous_ends_at: datetime | None
    waiting: int
    created_at: datetime

    @classmethod
    def from_model(cls, endpoint: WebhookEndpoint, waiting: int, now: datetime) -> Self:
        ends = endpoint.previous_ends_at
        return cls.model_validate(
            {
                "id": endpoint.known_id,
                "name": endpoint.name,
                "url": endpoint.url,
                "events": endpoint.events,
                "status": endpoint.status,
                "paused_for": endpoint.paused_for,
                "failing_since": endpoint.failing_since,
                "previous_ends_at": ends if ends is not None and ends > now else None,
                "waiting": waiting,
                "created_at": endpoint.created_at,
            }
        )


class NewWebhookOut(Out):
    webhook: WebhookOut
    secret: str


class WebhookDeliveryOut(Out):
    id: int
    message_id: str
    event: str
    state: State
    attempts: int
    # Null if the delivery has ended or its endpoint is paused.
    next_at: datetime | None
    created_at: datetime
    # Null if there was no response. `cause` then says why.
    status_code: int | None
    cause: str | None
    duration_ms: int | None
    tried_at: datetime | None
    body: str

    @classmethod
    def from_model(cls, delivery: WebhookDelivery) -> Self:
        return cls.model_validate(delivery, from_attributes=True)
