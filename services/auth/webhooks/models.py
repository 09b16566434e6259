from datetime import datetime

from sqlalchemy import Index, LargeBinary, Text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlmodel import Field

from services.auth.models import MOMENT, Table


class WebhookEndpoint(Table, table=True):
    """An address that is told of chosen events. Its secrets are sealed; `previous_secret` is that of before
    the last rotation, which signs too until `previous_ends_at`. `failing_since` is when it last began to
    refuse what it is sent."""

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
    """One message to one endpoint. It is due at `next_at`; without one it is over, or its endpoint is
    paused."""

    __tablename__ = "webhook_deliveries"
    __table_args__ = (
        Index("ix_webhook_deliveries_endpoint_id", "endpoint_id", "id"),
        Index("ix_webhook_deliveries_created_at", "created_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    endpoint_id: int = Field(foreign_key="webhook_endpoints.id")
    # The same for each attempt, and for each endpoint that is told of the same.
    message_id: str
    event: str
    body: str
    state: str = "waiting"
    attempts: int = 0
    next_at: datetime | None = Field(default=None, sa_type=MOMENT)
    created_at: datetime = Field(sa_type=MOMENT)
    # Of the last attempt: what the receiver answered, or why there is no answer, and how long that took.
    status_code: int | None = None
    cause: str | None = None
    duration_ms: int | None = None
    tried_at: datetime | None = Field(default=None, sa_type=MOMENT)
