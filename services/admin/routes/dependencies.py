"""What several routes of admin take."""

from typing import Annotated

from fastapi import Path, Query

Id = Annotated[int, Path(ge=1, le=2**63 - 1)]
Cursor = Annotated[str | None, Query(max_length=200)]
