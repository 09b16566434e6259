"""Packages over HTTP; the specification writes these fields in snake_case, and money in cents."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from libs.kit.http.schemas import In, Out

Reason = Annotated[str, Field(min_length=1, max_length=500, pattern=r"\S")]


class PackageOut(BaseModel):
    """A package; `effective_price` is what one product costs, in cents (C4)."""

    id: int
    name: str
    package_type: str
    item_count: int
    price: int
    effective_price: float
    duration_hours: int
    duration_formatted: str
    priceSen: int  # noqa: N815 - the wire name
    currency: Literal["MYR"]


class PackageIn(In):
    """A change of a package by staff; `version` is the one that they saw."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"version": 1, "price": 1200, "reason": "Prices of January"}}
    )

    version: Annotated[int, Field(strict=True, ge=1, le=2**31 - 1)]
    name: Annotated[str, Field(min_length=1, max_length=60, pattern=r"\S")] | None = None
    price: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] | None = None
    duration_hours: Annotated[int, Field(strict=True, ge=1, le=8760)] | None = None
    is_active: Annotated[bool, Field(strict=True)] | None = None
    reason: Reason


class StaffPackageOut(Out):
    """A package as staff sees it."""

    id: int
    name: str
    package_type: str
    item_count: int
    price: int
    duration_hours: int
    is_active: bool
    version: int


class PackageChangeOut(Out):
    """What a package was until a change."""

    version: int
    name: str
    price: int
    duration_hours: int
    is_active: bool
    staff_id: int
    reason: str
    changed_at: datetime
