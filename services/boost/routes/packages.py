"""HTTP of boost: each route is a sentence."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from libs.kit.db.database import DatabaseDep, ReadDep
from libs.kit.http.access import Internal
from libs.kit.http.export import exported, person
from services.boost import queries
from services.boost.domain import duration_words
from services.boost.models import Package
from services.boost.schemas import PackageOut

router = APIRouter(tags=["boost"])
Id = Annotated[int, Path(ge=1, le=2**63 - 1)]


@router.get("/api/boost/packages")
async def packages(
    session: ReadDep, package_id: Annotated[int | None, Query(alias="id", ge=1, le=2**31 - 1)] = None
) -> list[PackageOut]:
    """Return the packages; with `id` a list that holds the one."""
    return [_shown(package) for package in await queries.packages(session, package_id)]


@router.get("/internal/users/{user_id}/export", dependencies=[Internal], include_in_schema=False)
async def export(user_id: Id, database: DatabaseDep) -> Response:
    """Return what boost holds about a person, for auth."""
    return await exported(database, [person(user_id), queries.products_of(user_id)])


def _shown(package: Package) -> PackageOut:
    row = package.model_dump(exclude={"is_active", "effective_price"})
    return PackageOut(
        **row,
        effective_price=float(package.effective_price),
        duration_formatted=duration_words(package.duration_hours),
    )
