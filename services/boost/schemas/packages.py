"""What goes over HTTP about boosts; the specification writes these fields in snake_case, and money in
cents."""

from pydantic import BaseModel


class PackageOut(BaseModel):
    """A package."""

    id: int
    name: str
    package_type: str
    item_count: int
    price: int
    effective_price: float
    duration_hours: int
    duration_formatted: str
