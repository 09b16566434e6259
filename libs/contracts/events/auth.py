"""Facts about people: who exists, and whose sessions have ended."""

from datetime import datetime
from typing import ClassVar

from libs.contracts.fact import Fact, Id


class UserFact(Fact):
    """A fact about one account."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"
    key_field: ClassVar[str] = "user_id"


class UserRegistered(UserFact):
    """An account was made; the username is public, nothing else about the person is told."""

    user_id: Id
    username: str
    is_seller: bool
    registered_at: datetime


class UserSessionsRevoked(UserFact):
    """Every token of this account with an epoch below the named one is void from now on."""

    user_id: Id
    epoch: int
    revoked_at: datetime
