import contextlib
import itertools
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any, cast

from libs.contracts.events.admin import RuleChanged, SettingChanged, SettingName
from libs.contracts.rules import RULES, RuleName
from libs.kit.security.tokens import Identity
from libs.kit.testing import Service

AT = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


_changes = itertools.count(1)


def setting(name: SettingName, *, is_on: bool) -> SettingChanged:
    return SettingChanged(name=name, is_on=is_on, changes=next(_changes), by_admin_id=61, changed_at=AT)


@contextlib.asynccontextmanager
async def paused(service: Service, name: SettingName) -> AsyncIterator[None]:
    await service.deliver(setting(name, is_on=False))
    try:
        yield
    finally:
        await service.deliver(setting(name, is_on=True))


def rule(name: RuleName, value: int) -> RuleChanged:
    return RuleChanged(
        name=name, before=0, value=value, changes=next(_changes), by_admin_id=61, changed_at=AT
    )


@contextlib.asynccontextmanager
async def ruled(service: Service, **values: int) -> AsyncIterator[None]:
    names = [cast("RuleName", name) for name in values]
    for name in names:
        await service.deliver(rule(name, values[name]))
    try:
        yield
    finally:
        for name in names:
            await service.deliver(rule(name, RULES[name].default))


def identity(user_id: int, username: str) -> Identity:
    return Identity(user_id, username, frozenset({"seller"}), epoch=0, token_id="t", expires_at=2**40)


async def row(service: Service, user_id: int) -> dict[str, Any]:
    (found,) = await service.rows("SELECT * FROM people WHERE user_id = :id", id=user_id)
    return found
