"""HTTP of the pictures that links to listings show elsewhere."""

from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, Path, Request, Response
from fastapi.responses import RedirectResponse

from libs.kit.db.database import DatabaseDep
from libs.kit.media.link_pictures import LinkPictureDrawings
from services.catalog.dependencies import ProductId
from services.catalog.pictures import links
from services.catalog.pictures.routes import PictureStoreDep

# For those who show links: an integrator reads a listing's photographs.
router = APIRouter(include_in_schema=False)


Version = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]


# Not for good, although what is there never changes: that of a removed listing is to be gone.
CACHE = "public, max-age=3600"


# At an address of before, which a page that was read a moment ago may still name.
CACHE_OF_BEFORE = "public, max-age=60"


# What links show that have no picture of their own; the gateway has it.
OF_THE_SHOP = "/preview.jpg"


def drawings_in(app: FastAPI) -> LinkPictureDrawings:
    """Return what is drawn in this process."""
    if not hasattr(app.state, "link_picture_drawings"):
        app.state.link_picture_drawings = LinkPictureDrawings()
    drawings: LinkPictureDrawings = app.state.link_picture_drawings
    return drawings


async def _drawings(request: Request) -> LinkPictureDrawings:
    return drawings_in(request.app)


@router.api_route("/api/images/links/{product_id}/{version}.jpg", methods=["GET", "HEAD"])
async def link_picture(
    product_id: ProductId,
    version: Version,
    database: DatabaseDep,
    store: PictureStoreDep,
    drawings: Annotated[LinkPictureDrawings, Depends(_drawings)],
) -> Response:
    """Return the picture of a listing as it is now, 1200 by 630, also at an address of what it was before.
    While it cannot be drawn the picture of the shop stands in for it, for a moment."""
    try:
        drawn = await links.read_link_picture(database, store, drawings, product_id)
    except links.NotDrawn:
        return RedirectResponse(OF_THE_SHOP, 307, headers={"Cache-Control": CACHE_OF_BEFORE})
    headers = {
        "Cache-Control": CACHE if drawn.version == version else CACHE_OF_BEFORE,
        "ETag": f'"{drawn.version}"',
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
    }
    return Response(drawn.content, media_type="image/jpeg", headers=headers)
