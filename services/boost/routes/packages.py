"""HTTP of packages."""

from typing import Annotated

from fastapi import APIRouter, Query

from libs.kit.db.database import ReadDep
from services.boost.domain.packages import duration_words, effective_price
from services.boost.models.packages import Package
from services.boost.queries import packages as queries
from services.boost.schemas.packages import PackageOut

router = APIRouter(tags=["boost"])


@router.get("/api/boost/packages")
async def packages(
    session: ReadDep, package_id: Annotated[int | None, Query(alias="id", ge=1, le=2**31 - 1)] = None
) -> list[PackageOut]:
    """Return the packages; with `id` a list that holds the one."""
    return [_package_out(package) for package in await queries.packages(session, package_id)]


def _package_out(package: Package) -> PackageOut:
    row = package.model_dump(exclude={"is_active", "effective_price", "version"})
    return PackageOut(
        **row,
        currency="MYR",
        effective_price=float(effective_price(package.price, package.item_count)),
        duration_formatted=duration_words(package.duration_hours),
        priceSen=package.price,
    )
