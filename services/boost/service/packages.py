"""Packages as staff changes them; orders keep the price they were placed at."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.http.access import Identity
from libs.kit.http.errors import NotFound
from libs.kit.process import clock
from services.boost.domain.packages import effective_price
from services.boost.domain.refusals import PackageChanged
from services.boost.models.packages import Package, PackageChange
from services.boost.queries import packages as queries
from services.boost.schemas.packages import PackageIn

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
    return package
