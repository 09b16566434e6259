"""The rules of accounts and sessions: pure, with the time as an argument."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from hmac import compare_digest

from libs.kit.errors import DomainError

USERNAME = re.compile(r"[A-Za-z0-9._-]+")
EMAIL = re.compile(r"[^@\s]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
RESERVED = frozenset({"admin", "administrator", "root", "support", "wangi", "moderator", "system", "guest"})


class UsernameTaken(DomainError):
    """Somebody else has this username."""

    code = "username_taken"
    message = "Username already taken"


class InvalidCredentials(DomainError):
    """Unknown account or wrong password: the answer does not say which."""

    status = 401
    code = "invalid_credentials"
    message = "Invalid username or password."


def check_username(username: str) -> str:
    """3 to 50 of letters, digits, dot, underscore, hyphen; not a name that would mislead people."""
    if len(username) < 3:
        raise ValueError("Username must be at least 3 characters")
    if len(username) > 50:
        raise ValueError("Username must be 50 characters or less")
    if not USERNAME.fullmatch(username):
        raise ValueError("Username may contain letters, numbers, dots, underscores and hyphens")
    if username.lower() in RESERVED:
        raise ValueError("Username already taken")
    return username


def check_email(email: str) -> str:
    """An address that mail can be sent to."""
    if len(email) > 254 or not EMAIL.fullmatch(email):
        raise ValueError("Please enter a valid email address")
    return email


def check_new_password(password: str) -> str:
    """New passwords have 8 characters at least; older ones of 6 still sign in."""
    if len(password) < 8:
        raise ValueError("Password must be at least 8 characters")
    return password


def check_name(name: str, words: str) -> str:
    """A first or last name."""
    name = name.strip()
    if not name:
        raise ValueError(f"{words} is required")
    if len(name) > 100:
        raise ValueError(f"{words} must be 100 characters or less")
    return name


def roles_of(*, is_seller: bool, is_admin: bool, is_banned: bool) -> list[str]:
    """The roles a token carries; a banned person keeps none."""
    if is_banned:
        return []
    return [role for role, held in (("seller", is_seller), ("admin", is_admin)) if held]


class Rotation(Enum):
    """What to do with a presented refresh token."""

    ROTATE = auto()
    REPEAT = auto()
    REFUSE = auto()
    END_FAMILY = auto()


@dataclass(frozen=True)
class Family:
    """What a decision about a refresh token needs to know."""

    current_hash: bytes
    parent_hash: bytes | None
    rotated_at: datetime
    expires_at: datetime
    revoked: bool


def judge_refresh(family: Family, presented: bytes, now: datetime, grace: timedelta) -> Rotation:
    """The current token rotates; its parent repeats the answer for a moment (a lost answer, a second tab);
    any older one was stolen or replayed and ends the family."""
    if family.revoked or now >= family.expires_at:
        return Rotation.REFUSE
    if compare_digest(presented, family.current_hash):
        return Rotation.ROTATE
    is_parent = family.parent_hash is not None and compare_digest(presented, family.parent_hash)
    if is_parent and now - family.rotated_at <= grace:
        return Rotation.REPEAT
    return Rotation.END_FAMILY
