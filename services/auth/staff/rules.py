from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from libs.kit.errors import DomainError
from libs.marketplace.errors import ConflictOfInterest


class AdminNotBannable(DomainError):
    status = 403
    code = "admin_not_bannable"
    message = "Admins cannot be banned."


class StaffNotBannable(DomainError):
    status = 403
    code = "staff_not_bannable"
    message = "People of the staff cannot be banned or suspended; their role is taken away first."


class OwnRole(ConflictOfInterest):
    code = "own_role"
    message = "Your own role is changed by two other admins."


class BannedCannotServe(DomainError):
    code = "banned_cannot_serve"
    message = "A banned account cannot serve on the staff."


class SuspensionTooLong(DomainError):
    status = 422
    code = "suspension_too_long"
    message = "A suspension lasts 0 to 365 days."


LONGEST_SUSPENSION_DAYS = 365


SECOND_PERSON_WITHIN = timedelta(hours=24)


# A ban requires two people for this time after the verified badge was lost. Otherwise someone could remove
# the badge and then ban alone.
BADGE_COUNTS_FOR = timedelta(days=7)


StaffRole = Literal["support", "moderator", "finance", "admin"]


NO_ROLE = "none"


AskedRole = Literal[StaffRole, "none"]


@dataclass(frozen=True)
class AccountState:
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
    """A suspension with its end (None if lifted), or a reversal after an appeal."""

    case_id: int | None
    until: datetime | None
    takes_back: bool = False
    act_id: int | None = None
    # The reversed action, if that action had no case.
    lifts_id: int | None = None


def suspended_by(acts: Sequence[SuspensionAct]) -> datetime | None:
    """Returns the end of the suspension that is in force. Expects acts from oldest to newest. An act
    without a case replaces all earlier suspensions. Otherwise the longest suspension that no appeal lifted
    applies."""
    lifted_cases = {act.case_id for act in acts if act.takes_back and act.lifts_id is None}
    lifted_acts = {act.lifts_id for act in acts if act.lifts_id is not None}
    open_suspensions: list[datetime] = []
    for act in acts:
        is_lifted = act.case_id in lifted_cases or (act.act_id is not None and act.act_id in lifted_acts)
        if act.takes_back or is_lifted:
            continue
        if act.case_id is None:
            open_suspensions = []
        if act.until is not None:
            open_suspensions.append(act.until)
    return max(open_suspensions, default=None)


def check_bannable(account: AccountState) -> None:
    if account.serves_as == "admin":
        raise AdminNotBannable
    if account.serves_as is not None:
        raise StaffNotBannable


def may_ban(role: str | None) -> bool:
    return role in ("moderator", "admin")


def takes_two_to_ban(is_verified: bool, badge_lost_at: datetime | None, now: datetime) -> bool:
    return is_verified or (badge_lost_at is not None and now - badge_lost_at < BADGE_COUNTS_FOR)


def waits_for_second_person(act: str, happened_at: datetime, now: datetime) -> bool:
    return act == "ask_ban" and now - happened_at < SECOND_PERSON_WITHIN


def role_waits(act: str, happened_at: datetime, now: datetime) -> bool:
    return act == "ask_role" and now - happened_at < SECOND_PERSON_WITHIN


def suspension_end(days: int, now: datetime) -> datetime | None:
    if not 0 <= days <= LONGEST_SUSPENSION_DAYS:
        raise SuspensionTooLong
    return now + timedelta(days=days) if days else None


def still_suspended(until: datetime | None, now: datetime) -> bool:
    return until is not None and until > now
