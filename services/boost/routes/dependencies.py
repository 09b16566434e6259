"""What several routes of boost take."""

from typing import Annotated

from fastapi import Depends, FastAPI, Path, Query, Request

from libs.kit.http.paging import cursor_of, row_of
from services.boost.service.settling import Tax
from services.boost.service.setup import Setup

Id = Annotated[int, Path(ge=1, le=2**63 - 1)]
Cursor = Annotated[str | None, Query(max_length=200)]
PAGE = 20


def setup_of(app: FastAPI) -> Setup:
    """Return what paying needs in this process."""
    settings = app.state.settings
    tax = Tax(settings.wangi_tax_name, settings.wangi_tax_basis_points)
    return Setup(app.state.database, app.state.provider, tax)


async def _setup(request: Request) -> Setup:
    return setup_of(request.app)


SetupDep = Annotated[Setup, Depends(_setup)]


def below(cursor: str | None) -> int | None:
    """Return from below which row a page begins."""
    return None if cursor is None else row_of(cursor)


def next_of(rows: int, last: int, most: int = PAGE) -> str | None:
    """Return the cursor of the page after this one, if it may have one."""
    return cursor_of(last) if rows == most else None
