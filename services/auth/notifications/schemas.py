from datetime import datetime
from typing import Annotated, Self

from pydantic import Field, RootModel

from libs.kit.http.schemas import Id, In, Out
from services.auth.notifications.models import Notification
from services.auth.notifications.rules import Choice, Wish, text_of


class NotificationOut(Out):
    id: int
    kind: str
    title: str
    body: str
    link: str
    created_at: datetime
    is_read: bool

    @classmethod
    def from_model(cls, notification: Notification, language: str) -> Self:
        assert notification.id is not None
        title, body = text_of(notification.kind, language, notification.context)
        return cls(
            id=notification.id,
            kind=notification.kind,
            title=title,
            body=body,
            link=notification.link,
            created_at=notification.created_at,
            is_read=notification.read_at is not None,
        )


class UnreadOut(Out):
    count: int


class ReadIn(In):
    """The notifications to mark as read. If `ids` is omitted, all are marked."""

    model_config = In.model_config | {"json_schema_extra": {"example": {"ids": [12, 13]}}}

    ids: Annotated[list[Id], Field(max_length=200)] | None = None


class WishIn(In):
    in_app: Annotated[bool, Field(strict=True)]
    mail: Annotated[bool, Field(strict=True)]
    # Omit to leave push unchanged.
    push: Annotated[bool, Field(strict=True)] | None = None


class WishOut(Out):
    in_app: bool
    mail: bool
    push: bool


class WishesIn(In):
    """Kinds that are omitted stay unchanged."""

    model_config = In.model_config | {
        "alias_generator": None,
        "json_schema_extra": {"example": {"price_drop": {"inApp": True, "mail": False, "push": True}}},
    }

    saved_search: WishIn | None = None
    price_drop: WishIn | None = None
    outbid: WishIn | None = None
    ending_soon: WishIn | None = None
    won: WishIn | None = None
    lost: WishIn | None = None
    auction_cancelled: WishIn | None = None
    payment_due: WishIn | None = None
    second_chance: WishIn | None = None
    sales: WishIn | None = None
    unsold: WishIn | None = None
    reviews: WishIn | None = None
    low_stock: WishIn | None = None
    messages: WishIn | None = None
    deals: WishIn | None = None
    boosts: WishIn | None = None

    def chosen(self) -> dict[str, Choice]:
        wishes = {kind: getattr(self, kind) for kind in self.model_fields_set}
        return {
            kind: Choice(wish.in_app, wish.mail, wish.push)
            for kind, wish in wishes.items()
            if wish is not None
        }


class WishesOut(RootModel[dict[str, WishOut]]):
    @classmethod
    def from_model(cls, wishes: dict[str, Wish]) -> Self:
        return cls(
            {
                kind: WishOut(in_app=wish.in_app, mail=wish.mail, push=wish.push)
                for kind, wish in wishes.items()
            }
        )
