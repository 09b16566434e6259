from typing import Annotated

from fastapi import APIRouter, Query

from libs.kit.http.schemas import NO_NUL
from libs.kit.process import clock
from services.catalog.batch_codes import rules
from services.catalog.batch_codes.schemas import BatchCodeOut

router = APIRouter(tags=["catalog"])


Brand = Annotated[str, Query(min_length=1, max_length=100, pattern=NO_NUL)]


Code = Annotated[str, Query(min_length=1, max_length=rules.LONGEST_CODE, pattern=NO_NUL)]


Year = Annotated[int | None, Query(ge=rules.FIRST_YEAR, le=9999, alias="purchaseYear")]


@router.get("/api/products/batch-code")
async def batch_code(brand: Brand, code: Code, purchase_year: Year = None) -> BatchCodeOut:
    """Check whether a batch code has the format of its brand, and return the possible production years. The
    result does not prove authenticity."""
    found = rules.read_code(brand, code, purchase_year, clock.about_now().year)
    return BatchCodeOut(
        verdict=found.verdict,
        years=list(found.years),
        place=found.place,
        is_after_purchase=found.is_after_purchase,
        proves_authenticity=False,
    )
