from datetime import datetime

from sqlalchemy import Index, LargeBinary
from sqlmodel import Field

from services.auth.models import MOMENT, Table


class PushSubscription(Table, table=True):
    """A device that receives push messages while its session lasts."""

    __tablename__ = "push_subscriptions"
    __table_args__ = (
        Index("ix_push_subscriptions_user_id", "user_id"),
        Index("ix_push_subscriptions_session_id", "session_id"),
        Index("ix_push_subscriptions_renewed_at", "renewed_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id")
    session_id: str = Field(foreign_key="refresh_families.id")
    endpoint: str
    endpoint_hash: bytes = Field(sa_type=LargeBinary, unique=True)
    p256dh: bytes = Field(sa_type=LargeBinary)
    secret: bytes = Field(sa_type=LargeBinary)
    created_at: datetime = Field(sa_type=MOMENT)
    renewed_at: datetime = Field(sa_type=MOMENT)
    succeeded_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # Consecutive failures reported by the push service.
    failures: int = 0


class PushMessage(Table, table=True):
    """Deleted once the message is sent or given up."""

    __tablename__ = "push_messages"
    __table_args__ = (
        Index("ix_push_messages_subscription_id", "subscription_id"),
        Index("ix_push_messages_next_at", "next_at"),
    )

    notification_id: int = Field(primary_key=True, foreign_key="notifications.id")
    subscription_id: int = Field(primary_key=True, foreign_key="push_subscriptions.id")
    attempts: int = 0
    next_at: datetime = Field(sa_type=MOMENT)
    created_at: datetime = Field(sa_type=MOMENT)


class PushKey(Table, table=True):
    """A single row, encrypted with the root secret."""

    __tablename__ = "push_keys"

    id: int = Field(default=1, primary_key=True)
    sealed: bytes = Field(sa_type=LargeBinary)
    created_at: datetime = Field(sa_type=MOMENT)
