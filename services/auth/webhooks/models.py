from datetime import datetime

from sqlalchemy import Index, LargeBinary, Text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlmodel import Field

from services.auth.models import MOMENT, Table


class WebhookEndpoint(Table, table=True):
    """`previous_secret` also signs until `previous_ends_at`. `failing_since` is the start of the current
    series of failures."""

    __tablename__ = "webhook_endpoints"
    __table_args__ = (Index("ix_webhook_endpoints_user_id", "user_id"),)

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id")
    name: str
    url: str
    events: list[str] = Field(sa_type=ARRAY(Text))
    secret: bytes = Field(sa_type=LargeBinary)
    previous_secret: bytes | None = Field(default=None, sa_type=LargeBinary)
    previous_ends_at: datetime | None = Field(default=None, sa_type=MOMENT)
    status: str = "active"
    paused_for: str | None = None
    failing_since: datetime | None = Field(default=None, sa_type=MOMENT)
    created_at: datetime = Field(sa_type=MOMENT)

    @property
    def known_id(self) -> int:
        assert self.id is not None
        return self.id


class WebhookDelivery(Table, table=True):
    """`next_at` is None if the delivery has ended or its endpoint is paused."""

    __tablename__ = "webhook_deliveries"
    __table_args__ = (
        Index("ix_webhook_deliveries_endpoint_id", "endpoint_id", "id"),
        Index("ix_webhook_deliveries_created_at", "created_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    endpoint_id: int = Field(foreign_key="webhook_endpoints.id")
    # The same for all attempts, and for all endpoints that receive the event.
    message_id: str
    event: str
    body: str
    state: str = "waiting"
    attempts: int = 0
    next_at: datetime | None = Field(default=None, sa_type=MOMENT)
    created_at: datetime = Field(sa_type=MOMENT)
    # The result of the last attempt.
    status_code: int | None = None
    cause: str | None = None
    duration_ms: int | None = None
    tried_at: datetime | None = Field(default=None, sa_type=MOMENT)
