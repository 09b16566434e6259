"""Facts about people: who exists, what they may do, whose sessions have ended, who is gone. No name travels here."""

from datetime import datetime
from typing import ClassVar

from libs.contracts.fact import Fact, Id


class UserFact(Fact):
    """A fact about one account."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"
    key_field: ClassVar[str] = "user_id"

    user_id: Id


class UserRegistered(UserFact):
    """An account was made. Its name is asked of auth, so that an erased person is gone from the stream too."""

    is_seller: bool
    registered_at: datetime


class UserVerified(UserFact):
    """The e-mail address behind the account was confirmed."""

    verified_at: datetime


class UserProfileChanged(UserFact):
    """What others see of the person has changed; `changed` names the fields, never their contents."""

    changed: list[str]
    changed_at: datetime


class UserBanned(UserFact):
    """The platform's staff has banned the person; without an admin it was done on the command line."""

    by_admin_id: Id | None
    banned_at: datetime


class UserUnbanned(UserFact):
    """The ban was lifted."""

    by_admin_id: Id | None
    unbanned_at: datetime


class UserSuspended(UserFact):
    """No bidding, buying or selling until the named time; a time not after `suspended_at` lifts it."""

    until: datetime
    suspended_at: datetime


class UserSessionsRevoked(UserFact):
    """Every token of this account with an epoch below the named one is void from now on."""

    epoch: int
    revoked_at: datetime


class SellerRightsChanged(UserFact):
    """The person may sell, or may no longer."""

    is_seller: bool
    changed_at: datetime


class UserErased(UserFact):
    """The person is gone; whoever keeps anything personal about them forgets it and says so."""

    erased_at: datetime


class NoticeTold(Fact):
    """Something new waits under somebody's bell; what, they read for themselves."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    user_id: Id
    notice_id: Id

    @property
    def key(self) -> str:
        """One fact about each notice."""
        return f"notice-{self.notice_id}"
