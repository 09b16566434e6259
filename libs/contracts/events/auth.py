"""Facts about people: who exists, what they may do, whose sessions have ended, who is gone. No name travels
here."""

import hashlib
from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.events.admin import ActReason, Measure, Outcome
from libs.contracts.fact import Fact, Id
from libs.contracts.scopes import Scope


class UserFact(Fact):
    """A fact about one account."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"
    key_field: ClassVar[str] = "user_id"

    user_id: Id


class UserRegistered(UserFact):
    """An account was made. Its name is asked of auth, so that an erased person is gone from the stream
    too."""

    is_seller: bool
    registered_at: datetime


class UserVerified(UserFact):
    """The e-mail address behind the account was confirmed."""

    verified_at: datetime


class UserProfileChanged(UserFact):
    """What others see of the person has changed; `changed` names the fields, never their contents."""

    changed: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=64)]
    changed_at: datetime


class UserRenamed(UserFact):
    """The first or last name of the person has changed; it is for comparing with bank accounts only."""

    renamed_at: datetime


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


class UserSessionEnded(Fact):
    """One session of an account was ended; its tokens are void. `session` is a hash of its name: the name
    itself is its owner's."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    user_id: Id
    session: Id
    ended_at: datetime

    @property
    def key(self) -> str:
        return f"session-{self.session}"


def session_mark(session_id: str) -> int:
    return int.from_bytes(hashlib.sha256(session_id.encode()).digest()[:8]) >> 1 or 1


class SellerRightsChanged(UserFact):
    """The person may sell, or may no longer."""

    is_seller: bool
    changed_at: datetime


class IdentityChecked(UserFact):
    """Staff compared the person with their identity card, or takes that back; nothing of the card is kept."""

    is_checked: bool
    changed_at: datetime


class AccountRead(UserFact):
    """Staff looked at an account: its address, where it is signed in, and what staff did to it."""

    by_admin_id: Id
    read_at: datetime


class ApiKeyFact(Fact):
    """A fact about one API key; never its secret."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    user_id: Id
    key_id: Id
    scopes: Annotated[list[Scope], Field(max_length=32)]

    @property
    def key(self) -> str:
        return f"api-key-{self.key_id}"


class ApiKeyCreated(ApiKeyFact):
    """A person made a key by which their programs call, within these scopes."""

    expires_at: datetime
    created_at: datetime


class ApiKeyRotated(ApiKeyFact):
    """A key was given a new secret; the one of before counts until the named time, or has ended."""

    previous_ends_at: datetime
    rotated_at: datetime


class ApiKeyRevoked(ApiKeyFact):
    """A key was ended by its owner, or because the account was taken back."""

    revoked_at: datetime


class UserErased(UserFact):
    """The person is gone; each service that keeps anything personal about them forgets it and says so."""

    erased_at: datetime


class MeasureTaken(Fact):
    """Because of a case a person was warned or suspended, or could not be."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    case_id: Id
    user_id: Id
    measure: Measure
    outcome: Outcome
    taken_at: datetime

    @property
    def key(self) -> str:
        return f"case-{self.case_id}"


class AccountRestricted(Fact):
    """Staff banned or suspended a person without a case; the case that can be appealed follows from it."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    act_id: Id
    user_id: Id
    # None of an operator at the command line.
    by_admin_id: Id | None
    measure: Literal["suspend", "ban"]
    reason: ActReason
    days: Annotated[int, Field(ge=1, le=365)] | None
    # Who asked for it, where a second person agreed: neither of them decides an appeal.
    asked_by: Id | None = None
    restricted_at: datetime

    @property
    def key(self) -> str:
        return f"act-{self.act_id}"


class MeasureLifted(Fact):
    """Because an appeal was granted a measure against a person was taken back, or nothing of it was left."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    case_id: Id
    user_id: Id
    measure: Measure
    outcome: Outcome
    lifted_at: datetime

    @property
    def key(self) -> str:
        return f"case-{self.case_id}"


class NoticeTold(Fact):
    """Something new waits under a person's bell; what, they read for themselves."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    user_id: Id
    notice_id: Id

    @property
    def key(self) -> str:
        return f"notice-{self.notice_id}"
