"""`wangi user ...` and `wangi keys ...`: manages accounts and signing keys through auth's service
functions."""

import argparse
import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from typing import Any, get_args

from redis.asyncio import Redis

from libs.kit.db.database import Database
from libs.kit.errors import DomainError
from libs.kit.process import clock
from libs.kit.security.revocation import Revocations
from services.auth import rekeying
from services.auth.accounts.models import User
from services.auth.accounts.profile_schemas import AccountOut, SignInOut
from services.auth.accounts.queries import get_user, get_user_by_handle
from services.auth.auth_services import AuthServices
from services.auth.privacy.queries import list_staff_acts
from services.auth.settings import AuthSettings
from services.auth.sign_in.queries import list_families, list_keys_in_use
from services.auth.staff import bans
from services.auth.staff import service as staff_service
from services.auth.staff.rules import StaffRole
from services.auth.staff.schemas import StaffActOut

Command = Callable[[AuthServices, Any], Awaitable[Any]]


def add_to(add: Callable[[str, str, Callable[[Any], int]], argparse.ArgumentParser]) -> None:
    user = add("user", "show or change an account (settings of auth)", _user)
    user.set_defaults(speaks_as="auth")
    user.add_argument("action", choices=[*USER_ACTIONS])
    user.add_argument("who", help="a username, an e-mail address, or id:42")
    user.add_argument(
        "--reason",
        default="",
        help=f"the reason, which the audit log keeps (required for {', '.join(NEED_A_REASON)})",
    )
    user.add_argument("--role", choices=get_args(StaffRole), default="support", help="the role (make-staff)")
    user.add_argument("--days", type=int, default=7, help="days of the suspension; 0 lifts it")
    keys = add("keys", "show or rotate the keys that sign access tokens (settings of auth)", _keys)
    keys.set_defaults(speaks_as="auth")
    keys.add_argument("action", choices=["rotate", "show"])
    secret = add(
        "account-secret",
        "encrypt stored secrets with ACCOUNT_SECRET that ACCOUNT_SECRET_ALSO still decrypts",
        _account_secret,
    )
    secret.set_defaults(speaks_as="auth")
    secret.add_argument("action", choices=["reseal"])
    keys.add_argument(
        "--now", action="store_true", help="revoke the old keys at once, because one was stolen"
    )


def _user(arguments: Any) -> int:
    if arguments.action in NEED_A_REASON and not arguments.reason:
        print("Say why: --reason '...'")
        return 2
    return asyncio.run(_in_office(USER_ACTIONS[arguments.action], arguments))


def _keys(arguments: Any) -> int:
    return asyncio.run(_in_office(_rotate if arguments.action == "rotate" else _show_keys, arguments))


def _account_secret(arguments: Any) -> int:
    return asyncio.run(_in_office(_reseal, arguments))


async def _reseal(auth: AuthServices, _: Any) -> Any:
    return await rekeying.reseal(auth)


async def _in_office(command: Command, arguments: Any) -> int:
    settings = AuthSettings()
    database = Database(settings.database_url.get_secret_value(), "auth", pool_size=1)
    redis = Redis.from_url(settings.redis_url.get_secret_value(), socket_timeout=2, socket_connect_timeout=2)
    try:
        result = await command(AuthServices(settings, database, redis, Revocations()), arguments)
        print(json.dumps(result, default=str, indent=2, ensure_ascii=False))
        return 0
    except DomainError as refusal:
        print(f"{refusal} ({refusal.code})")
        return 1
    finally:
        await redis.aclose()
        await database.close()


async def _find(auth: AuthServices, who: str) -> User:
    async with auth.database.reading() as session:
        # The prefix is needed because usernames may consist of digits.
        if who.startswith("id:") and who[3:].isdigit():
            user = await get_user(session, int(who[3:]))
        elif "@" in who:
            user = await get_user_by_handle(session, username=None, email=who)
        else:
            user = await get_user_by_handle(session, username=who, email=None)
    if user is None:
        raise SystemExit(f"There is no account {who!r}.")
    return user


async def _show(auth: AuthServices, arguments: Any) -> Any:
    user = await _find(auth, arguments.who)
    async with auth.database.reading() as session:
        acts = await list_staff_acts(session, user.known_id)
    return AccountOut.from_model(user).model_dump() | {
        "closedAt": user.closed_at,
        "erasedAt": user.erased_at,
        "acts": [StaffActOut.from_model(act).model_dump() for act in acts],
    }


async def _sessions(auth: AuthServices, arguments: Any) -> Any:
    user = await _find(auth, arguments.who)
    async with auth.database.reading() as session:
        families = await list_families(session, user.known_id, await clock.now(session))
    return [SignInOut.from_model(family, "").model_dump() for family in families]


def _staff_act(act: Callable[..., Awaitable[User]]) -> Command:
    """Wraps a staff action of the operator. It has no admin id, and the reason contains the operator's
    name."""

    async def command(auth: AuthServices, arguments: Any) -> Any:
        user = await _find(auth, arguments.who)
        reason = f"{arguments.reason} (command line, {os.environ.get('USER', 'operator')})".strip()
        async with auth.database.transaction() as session:
            changed = await act(session, user.known_id, arguments, reason)
        await auth.announce(changed)
        return AccountOut.from_model(changed).model_dump()

    return command


async def _rotate(auth: AuthServices, arguments: Any) -> Any:
    kid = await auth.keys.rotate(auth.database, at_once=arguments.now)
    wait = 0 if arguments.now else auth.settings.key_head_start_seconds
    return {"newKey": kid, "signsInSeconds": wait}


async def _show_keys(auth: AuthServices, _: Any) -> Any:
    async with auth.database.reading() as session:
        keys = await list_keys_in_use(session, await clock.now(session))
    return [{"key": key.kid, "signsFrom": key.signs_from, "goneAt": key.gone_at} for key in keys]


USER_ACTIONS: dict[str, Command] = {
    "show": _show,
    "sessions": _sessions,
    "ban": _staff_act(
        lambda session, user_id, _, reason: bans.ban_account(session, user_id, admin_id=None, reason=reason)
    ),
    "unban": _staff_act(
        lambda session, user_id, _, reason: bans.unban_account(session, user_id, admin_id=None, reason=reason)
    ),
    "suspend": _staff_act(
        lambda session, user_id, options, reason: staff_service.suspend(
            session, user_id, options.days, admin_id=None, reason=reason
        )
    ),
    "end-sessions": _staff_act(
        lambda session, user_id, _, reason: staff_service.end_sessions(
            session, user_id, admin_id=None, reason=reason
        )
    ),
    "remove-second-factor": _staff_act(
        lambda session, user_id, _, reason: staff_service.remove_second_factor(
            session, user_id, reason=reason
        )
    ),
    "make-admin": _staff_act(
        lambda session, user_id, _, reason: staff_service.give_role(session, user_id, "admin", reason=reason)
    ),
    "make-staff": _staff_act(
        lambda session, user_id, options, reason: staff_service.give_role(
            session, user_id, options.role, reason=reason
        )
    ),
    "remove-staff": _staff_act(
        lambda session, user_id, _, reason: staff_service.take_role(session, user_id, reason=reason)
    ),
}


NEED_A_REASON = ("ban", "suspend", "end-sessions", "remove-second-factor")
