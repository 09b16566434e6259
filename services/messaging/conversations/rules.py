import re
from datetime import datetime, timedelta
from typing import Literal

from libs.kit.errors import DomainError


class CannotMessageYourself(DomainError):
    status = 403
    code = "cannot_message_yourself"
    message = "This is your own product listing."


class PersonGone(DomainError):
    status = 410
    code = "person_gone"
    message = "This person is no longer a member."


class YouBlockedThem(DomainError):
    status = 403
    code = "you_blocked_them"
    message = "You have blocked this person. Unblock them to write."


class NotAccepted(DomainError):
    """The error does not reveal that the receiver has blocked the sender."""

    status = 403
    code = "not_accepted"
    message = "This person does not accept messages from you."


class TooManyNewConversations(DomainError):
    status = 429
    code = "too_many_new_conversations"
    message = "You have started many conversations today. Please try again tomorrow."

    def __init__(self, most: int) -> None:
        super().__init__(most=most, retryAfter=3600)

    def headers(self) -> dict[str, str]:
        return {"Retry-After": "3600"}


class DifferentMessage(DomainError):
    status = 422
    code = "idempotency_mismatch"
    message = "This message id was used for a different message."


class TooLateToDelete(DomainError):
    status = 409
    code = "too_late_to_delete"
    message = "A message can be deleted within 5 minutes of sending."


LONGEST = 2_000


# New accounts may start fewer conversations, because most scams come from new accounts.
NEW_FOR = timedelta(days=7)


STARTS_A_DAY, STARTS_A_DAY_NEW = 60, 15


# A stricter limit applies if this many people received a message with a warning within a week and did not
# answer.
WARNED, STARTS_A_DAY_WARNED = 3, 5


DELETE_WITHIN = timedelta(minutes=5)


MAIL_AFTER = timedelta(minutes=10)


MAX_TERMS, LONGEST_TERM = 60, 30


_WORD = re.compile(r"\w{2,}")


Length = Literal["0", "1-50", "51-200", "201-1000", "1001-2000"]


def check_may_write(
    sender_id: int, receiver_id: int, account_status: str, *, has_blocked: bool, is_blocked: bool
) -> None:
    if sender_id == receiver_id:
        raise CannotMessageYourself
    if account_status == "erased":
        raise PersonGone
    if has_blocked:
        raise YouBlockedThem
    if is_blocked or account_status != "active":
        raise NotAccepted


def most_starts(joined_at: datetime | None, now: datetime, warned: int) -> int:
    """Maximum number of people that a person may contact for the first time within a day. `warned` counts
    people who were contacted recently, received a message with a warning and did not answer. A buyer who
    asked for an account number has answered and is not counted."""
    if warned >= WARNED:
        return STARTS_A_DAY_WARNED
    is_new = joined_at is None or joined_at > now - NEW_FOR
    return STARTS_A_DAY_NEW if is_new else STARTS_A_DAY


def check_may_start(started: int, most: int) -> None:
    if started >= most:
        raise TooManyNewConversations(most)


def check_may_delete(created_at: datetime, now: datetime) -> None:
    if now - created_at > DELETE_WITHIN:
        raise TooLateToDelete


def length_of(content: str) -> Length:
    count = len(content)
    if count <= 50:
        return "1-50" if count else "0"
    return "51-200" if count <= 200 else "201-1000" if count <= 1000 else "1001-2000"


def words_of(content: str) -> list[str]:
    found = dict.fromkeys(word[:LONGEST_TERM] for word in _WORD.findall(content.casefold()))
    return list(found)[:MAX_TERMS]


def preview(content: str, most: int = 120) -> str:
    line = " ".join(content.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"
