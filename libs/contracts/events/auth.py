"""Events of accounts: rights, ended sessions and erasures. They contain no names."""

import hashlib
from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.event import Event, Id
from libs.contracts.events.admin import ActReason, Outcome, Sanction
from libs.contracts.scopes import Scope


class UserEvent(Event):
    """An event of an account."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"
    key_field: ClassVar[str] = "user_id"

    user_id: Id


class UserRegistered(UserEvent):
    """An account was created.
    The name must be requested from auth, so that an erased person's name does not stay in the stream."""

    is_seller: bool
    registered_at: datetime


class UserVerified(UserEvent):
    """The email address of an account was confirmed."""

    verified_at: datetime


class UserProfileChanged(UserEvent):
    """A person's public profile has changed.
    `changed` contains the names of the fields, never their values."""

    changed: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=64)]
    changed_at: datetime


class UserRenamed(UserEvent):
    """A person's first or last name has changed. Bank accounts depend on this."""

    renamed_at: datetime


class UserBanned(UserEvent):
    """Staff banned a person. Without `by_admin_id`, the ban was made on the command line."""

    by_admin_id: Id | None
    banned_at: datetime


class UserUnbanned(UserEvent):
    """A ban was lifted."""

    by_admin_id: Id | None
    unbanned_at: datetime


class UserSuspended(UserEvent):
    """A person may not bid, buy or sell until `until`.
    If `until` is not after `suspended_at`, the suspension is lifted."""

    until: datetime
    suspended_at: datetime


class UserSessionsRevoked(UserEvent):
    """All tokens of an account with an epoch below `epoch` are invalid."""

    epoch: int
    revoked_at: datetime


class UserSessionEnded(Event):
    """A session was ended, and its tokens are invalid.
    `session` is a hash of the session id, which only the session's owner knows."""

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


class SellerRightsChanged(UserEvent):
    """A person was allowed to sell, or may no longer sell."""

    is_seller: bool
    changed_at: datetime


class IdentityChecked(UserEvent):
    """Staff checked a person's identity card, or withdrew the check. No data of the card is stored."""

    is_checked: bool
    changed_at: datetime


class AccountRead(UserEvent):
    """Staff viewed an account with its email address, sign-ins and staff actions."""

    by_admin_id: Id
    read_at: datetime


class ApiKeyEvent(Event):
    """An event of an API key. The secret is never included."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    user_id: Id
    key_id: Id
    scopes: Annotated[list[Scope], Field(max_length=32)]

    @property
    def key(self) -> str:
        return f"api-key-{self.key_id}"


class ApiKeyCreated(ApiKeyEvent):
    """A person created an API key with `scopes`."""

    expires_at: datetime
    created_at: datetime


class ApiKeyRotated(ApiKeyEvent):
    """The secret of an API key was rotated. The previous secret is valid until `previous_ends_at`."""

    previous_ends_at: datetime
    rotated_at: datetime


class ApiKeyRevoked(ApiKeyEvent):
    """An API key was revoked by its owner, or because the account was recovered."""

    revoked_at: datetime


class UserErased(UserEvent):
    """A person was erased.
    Each service that stores personal data erases it and publishes an acknowledgement."""

    erased_at: datetime


class SanctionImposed(Event):
    """A person was warned or suspended because of a case, or the sanction could not be applied."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    case_id: Id
    user_id: Id
    sanction: Sanction
    outcome: Outcome
    taken_at: datetime

    @property
    def key(self) -> str:
        return f"case-{self.case_id}"


class AccountRestricted(Event):
    """Staff banned or suspended a person without a case. An appealable case follows."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    act_id: Id
    user_id: Id
    # None for an operator on the command line.
    by_admin_id: Id | None
    sanction: Literal["suspend", "ban"]
    reason: ActReason
    days: Annotated[int, Field(ge=1, le=365)] | None
    # The member of staff who requested the action, if a second person approved it. Neither of these people
    # can decide an appeal.
    asked_by: Id | None = None
    restricted_at: datetime

    @property
    def key(self) -> str:
        return f"act-{self.act_id}"


class SanctionLifted(Event):
    """A sanction was lifted because an appeal was granted, or it had already ended."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    case_id: Id
    user_id: Id
    sanction: Sanction
    outcome: Outcome
    lifted_at: datetime

    @property
    def key(self) -> str:
        return f"case-{self.case_id}"


class NotificationCreated(Event):
    """A person has a new notification. Its content is available from the API."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    user_id: Id
    notification_id: Id

    @property
    def key(self) -> str:
        return f"notification-{self.notification_id}"
