"""HTTP of boost: each route is a sentence."""

from typing import Annotated

from fastapi import APIRouter, Query

from libs.kit.db import ReadDep
from services.boost import queries
from services.boost.domain import duration_words
from services.boost.models import Package
from services.boost.schemas import PackageOut

router = APIRouter(tags=["boost"])


@router.get("/api/boost/packages")
async def packages(
    session: ReadDep, package_id: Annotated[int | None, Query(alias="id", ge=1, le=2**31 - 1)] = None
) -> list[PackageOut]:
    """The packages; with `id` a list that holds the one."""
    return [_shown(package) for package in await queries.packages(session, package_id)]


def _shown(package: Package) -> PackageOut:
    row = package.model_dump(exclude={"is_active", "effective_price"})
    return PackageOut(
        **row,
        effective_price=float(package.effective_price),
        duration_formatted=duration_words(package.duration_hours),
    )
