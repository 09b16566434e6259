"""Packages as staff changes them; orders keep the price they were placed at."""

from typing import Any

from pydantic.alias_generators import to_camel
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.http.access import Identity
from libs.kit.http.errors import NotFound
from libs.kit.process import clock
from services.boost.domain.packages import effective_price
from services.boost.domain.refusals_boosts import PackageChanged
from services.boost.models.packages import Package, PackageChange
from services.boost.queries import packages as queries
from services.boost.schemas.packages import PackageIn
from services.boost.service import staff_acts

CHANGEABLE = ("name", "price", "duration_hours", "is_active")


async def change(session: AsyncSession, staff: Identity, package_id: int, form: PackageIn) -> Package:
    """Change a package, and keep what it was."""
    package = await queries.locked(session, package_id)
    if package is None:
        raise NotFound
    if package.version != form.version:
        raise PackageChanged
    before = package.model_dump(include={*CHANGEABLE, "version"})
    session.add(
        PackageChange(
            **before,
            package_id=package.id,
            staff_id=staff.user_id,
            reason=form.reason,
            changed_at=await clock.now(session),
        )
    )
    for name in CHANGEABLE:
        value = getattr(form, name)
        setattr(package, name, getattr(package, name) if value is None else value)
    package.effective_price = effective_price(package.price, package.item_count)
    package.version += 1
    after = package.model_dump(include={*CHANGEABLE, "version"})
    is_renamed = before["name"] != after["name"]
    await staff_acts.record_change(
        session, staff.user_id, "change_package", ("package", package_id),
        before=_figures_of(before) | {"isRenamed": False}, after=_figures_of(after) | {"isRenamed": is_renamed},
    )  # fmt: skip
    return package


def _figures_of(package: dict[str, Any]) -> dict[str, Any]:
    return {to_camel(name): value for name, value in package.items() if name != "name"}
