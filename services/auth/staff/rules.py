from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from libs.kit.errors import DomainError
from libs.marketplace.errors import OwnMatter


class AdminNotBannable(DomainError):
    """An admin cannot be banned or suspended before losing the role."""

    status = 403
    code = "admin_not_bannable"
    message = "Admins cannot be banned."


class StaffNotBannable(DomainError):
    """Staff cannot be banned or suspended before losing their role."""

    status = 403
    code = "staff_not_bannable"
    message = "People of the staff cannot be banned or suspended; their role is taken away first."


class OwnRole(OwnMatter):
    """Staff cannot change their own role."""

    code = "own_role"
    message = "Your own role is changed by two other admins."


class BannedCannotServe(DomainError):
    """A banned account cannot have a staff role. Lift the ban first."""

    code = "banned_cannot_serve"
    message = "A banned account cannot serve on the staff."


class SuspensionTooLong(DomainError):
    """A suspension lasts at most a year. Beyond that, ban the account."""

    status = 422
    code = "suspension_too_long"
    message = "A suspension lasts 0 to 365 days."


LONGEST_SUSPENSION_DAYS = 365


SECOND_PERSON_WITHIN = timedelta(hours=24)


# Otherwise a person who can remove the verified badge alone, by a case or the identity check, could ban alone
# right after.
SEAL_COUNTS_FOR = timedelta(days=7)


StaffRole = Literal["support", "moderator", "finance", "admin"]


NO_ROLE = "none"


AskedRole = Literal[StaffRole, "none"]


@dataclass(frozen=True)
class AccountStanding:
    """Whether an account may trade, sell and act as staff."""

    serves_as: str | None
    is_banned: bool
    is_seller: bool
    suspended_until: datetime | None
    identity_checked_at: datetime | None = None

    def as_dict(self) -> dict[str, object]:
        until = self.suspended_until.isoformat() if self.suspended_until else None
        return {
            "isAdmin": self.serves_as == "admin",
            "staffRole": self.serves_as,
            "isBanned": self.is_banned,
            "isSeller": self.is_seller,
            "suspendedUntil": until,
            "identityCheckedAt": self.identity_checked_at.isoformat() if self.identity_checked_at else None,
        }


@dataclass(frozen=True)
class SuspensionAct:
    """A staff action on a suspension: its end, or None if it was lifted. Or the reversal of what a case or an
    action by hand had set."""

    case_id: int | None
    until: datetime | None
    takes_back: bool = False
    act_id: int | None = None
    # The action by hand that was reversed.
    lifts_id: int | None = None


def suspended_by(acts: Sequence[SuspensionAct]) -> datetime | None:
    """The end of the suspension that results from all acts, given oldest first. One by hand replaces
    everything before it. Of those from cases that no appeal lifted, the longest is in force."""
    lifted_cases = {act.case_id for act in acts if act.takes_back and act.lifts_id is None}
    lifted_acts = {act.lifts_id for act in acts if act.lifts_id is not None}
    standing: list[datetime] = []
    for act in acts:
        is_lifted = act.case_id in lifted_cases or (act.act_id is not None and act.act_id in lifted_acts)
        if act.takes_back or is_lifted:
            continue
        if act.case_id is None:
            standing = []
        if act.until is not None:
            standing.append(act.until)
    return max(standing, default=None)


def check_bannable(standing: AccountStanding) -> None:
    if standing.serves_as == "admin":
        raise AdminNotBannable
    if standing.serves_as is not None:
        raise StaffNotBannable


def may_ban(role: str | None) -> bool:
    return role in ("moderator", "admin")


def takes_two_to_ban(is_verified: bool, seal_lost_at: datetime | None, now: datetime) -> bool:
    """Whether a seller is verified, or was until a few days ago."""
    return is_verified or (seal_lost_at is not None and now - seal_lost_at < SEAL_COUNTS_FOR)


def waits_for_second_person(act: str, happened_at: datetime, now: datetime) -> bool:
    """Whether the latest action on a ban is a request that a second person may still approve."""
    return act == "ask_ban" and now - happened_at < SECOND_PERSON_WITHIN


def role_waits(act: str, happened_at: datetime, now: datetime) -> bool:
    """Whether the latest action on a role is a request that a second admin may still approve."""
    return act == "ask_role" and now - happened_at < SECOND_PERSON_WITHIN


def suspension_end(days: int, now: datetime) -> datetime | None:
    """None for 0 days, which lift the suspension."""
    if not 0 <= days <= LONGEST_SUSPENSION_DAYS:
        raise SuspensionTooLong
    return now + timedelta(days=days) if days else None


def still_suspended(until: datetime | None, now: datetime) -> bool:
    return until is not None and until > now
