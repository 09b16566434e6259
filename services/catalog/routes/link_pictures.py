"""HTTP of the pictures that links to listings show elsewhere."""

from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, Path, Request, Response

from libs.kit.db.database import DatabaseDep
from libs.kit.media.cards import CardTurns
from services.catalog.routes.dependencies import ProductId
from services.catalog.routes.pictures import PictureStoreDep
from services.catalog.service import link_pictures

# For those who show links: an integrator reads a listing's photographs.
router = APIRouter(include_in_schema=False)

Version = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]
# Not for good, although what is there never changes: that of a removed listing is to be gone.
CACHE = "public, max-age=3600"
# At an address of before, which a page that was read a moment ago may still name.
CACHE_OF_BEFORE = "public, max-age=60"


def turns_in(app: FastAPI) -> CardTurns:
    """Return who may draw next in this process."""
    if not hasattr(app.state, "card_turns"):
        app.state.card_turns = CardTurns()
    turns: CardTurns = app.state.card_turns
    return turns


async def _turns(request: Request) -> CardTurns:
    return turns_in(request.app)


@router.api_route("/api/images/links/{product_id}/{version}.jpg", methods=["GET", "HEAD"])
async def link_picture(
    product_id: ProductId,
    version: Version,
    database: DatabaseDep,
    store: PictureStoreDep,
    turns: Annotated[CardTurns, Depends(_turns)],
) -> Response:
    """Return the picture of a listing as it is now, 1200 by 630, also at an address of what it was before."""
    drawn = await link_pictures.read(database, store, turns, product_id)
    headers = {
        "Cache-Control": CACHE if drawn.version == version else CACHE_OF_BEFORE,
        "ETag": f'"{drawn.version}"',
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
    }
    return Response(drawn.content, media_type="image/jpeg", headers=headers)
