from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from sqlalchemy import ARRAY, BigInteger, ColumnElement, any_, func, literal, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.auth.accounts.models import AccountTotal, User
from services.auth.sign_in.rules import FOLDED_LENGTH
from services.auth.staff.models import StaffAct
from services.auth.staff.rules import StaffRole

ABOUT_BANS = ("ask_ban", "withdraw_ban", "ban", "unban")


async def get_newest_ban_act(
    session: AsyncSession, user_id: int, known: Sequence[StaffAct] | None = None
) -> StaffAct | None:
    """`known` are all staff acts on the account, if already loaded."""
    if known is not None:
        return next((item for item in known if item.act in ABOUT_BANS), None)
    query = (
        select(StaffAct)
        .where(col(StaffAct.user_id) == user_id, col(StaffAct.act).in_(ABOUT_BANS))
        .order_by(col(StaffAct.id).desc())
        .limit(1)
    )
    return (await session.execute(query)).scalar_one_or_none()


SANCTIONS = ("warn", "suspend", "ban", "lift")


# Older actions cannot be in force, because a suspension lasts one year at most.
MAX_ACTS = 500


async def list_sanctions(session: AsyncSession, user_id: int) -> list[StaffAct]:
    """Returns the newest actions, sorted from oldest to newest."""
    query = select(StaffAct).where(col(StaffAct.user_id) == user_id, col(StaffAct.act).in_(SANCTIONS))
    rows = (await session.execute(query.order_by(col(StaffAct.id).desc()).limit(MAX_ACTS))).scalars()
    return list(rows)[::-1]


ABOUT_ROLES = ("ask_role", "withdraw_role", "remove_staff", *(f"make_{role}" for role in get_args(StaffRole)))


async def get_newest_role_act(
    session: AsyncSession, user_id: int, known: Sequence[StaffAct] | None = None
) -> StaffAct | None:
    """`known` are all staff acts on the account, if already loaded."""
    if known is not None:
        return next((item for item in known if item.act in ABOUT_ROLES), None)
    query = (
        select(StaffAct)
        .where(col(StaffAct.user_id) == user_id, col(StaffAct.act).in_(ABOUT_ROLES))
        .order_by(col(StaffAct.id).desc())
        .limit(1)
    )
    return (await session.execute(query)).scalar_one_or_none()


Role = Literal["seller", "staff"]


AccountStatus = Literal["banned", "suspended", "verified"]


MAX_COUNTED, INDEXED_LETTERS = 1_000, 3


BY_HASH = "hash:"


@dataclass(frozen=True)
class AccountFilters:
    """`search` is part of a username or email address, or `hash:` followed by the hash of an email
    address."""

    search: str = ""
    role: Role | None = None
    account_status: AccountStatus | None = None


async def list_newest_people(
    session: AsyncSession,
    filters: AccountFilters,
    now: datetime,
    *,
    before: int | None,
    most: int,
    skip: int = 0,
) -> list[User]:
    condition = _chosen(filters, now)
    if before is not None:
        condition &= col(User.id) < before
    query = select(User).where(condition).order_by(col(User.id).desc()).limit(most).offset(skip)
    return list((await session.execute(query)).scalars())


async def list_page_of_people(
    session: AsyncSession, filters: AccountFilters, now: datetime, *, before: int | None, most: int, skip: int
) -> tuple[list[User], int | None]:
    """Returns a page of accounts and the total. The total is None if there are too many accounts to count."""
    if not filters.search and filters.account_status is None and filters.role != "staff":
        people = await list_newest_people(session, filters, now, before=before, most=most, skip=skip)
        return people, await _kept_total(session, filters.role)
    # One query serves page and total, because two queries would scan the same index entries twice.
    query = select(col(User.id)).where(_chosen(filters, now)).limit(MAX_COUNTED + 1)
    ids = [row for row in (await session.execute(query)).scalars() if row is not None]
    if len(ids) > MAX_COUNTED:
        people = await list_newest_people(session, filters, now, before=before, most=most, skip=skip)
        return people, None
    following = sorted((item_id for item_id in ids if before is None or item_id < before), reverse=True)
    shown = following[skip : skip + most]
    return await _accounts(session, shown) if shown else [], len(ids)


async def _accounts(session: AsyncSession, ids: list[int]) -> list[User]:
    wanted = col(User.id) == any_(literal(ids, ARRAY(BigInteger)))
    query = select(User).where(wanted, col(User.erased_at).is_(None))
    return list((await session.execute(query.order_by(col(User.id).desc()))).scalars())


async def _kept_total(session: AsyncSession, role: Role | None) -> int:
    counted = col(AccountTotal.people if role is None else AccountTotal.sellers)
    return int((await session.execute(select(func.sum(counted)))).scalar_one())


def _chosen(filters: AccountFilters, now: datetime) -> ColumnElement[bool]:
    condition: ColumnElement[bool] = col(User.erased_at).is_(None)
    if filters.role == "seller":
        condition &= col(User.is_seller)
    elif filters.role == "staff":
        condition &= col(User.is_admin) | col(User.staff_role).is_not(None)
    if filters.account_status == "banned":
        condition &= col(User.is_banned)
    elif filters.account_status == "verified":
        condition &= col(User.is_verified)
    elif filters.account_status == "suspended":
        condition &= col(User.suspended_until) > now
    return condition & _found_by(filters.search) if filters.search else condition


def _found_by(search: str) -> ColumnElement[bool]:
    if search.lower().startswith(BY_HASH):
        digest = search[len(BY_HASH) :].strip().lower()[:FOLDED_LENGTH]
        return func.auth.email_hash(col(User.email_key)) == digest
    whole = search.lower()
    # Many email addresses share a domain, so the index is searched for the part before the @ only.
    before, at, _ = whole.partition("@")
    sought = before + at if len(before) >= INDEXED_LETTERS else whole
    term = sought.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
    # A text that is too short for the index matches only the beginning.
    term = term if len(search) < INDEXED_LETTERS else "%" + term
    keys = (col(User.username_key), col(User.email_key))
    if sought == whole:
        return or_(*(key.like(term) for key in keys))
    return or_(*(key.like(term) & (func.strpos(key, whole) > 0) for key in keys))
