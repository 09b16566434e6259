from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, Path, Request, Response
from fastapi.responses import RedirectResponse

from libs.kit.db.database import DatabaseDep
from libs.kit.http.picture_store import PictureStoreDep
from libs.kit.media.link_pictures import LinkPictureDrawings
from services.catalog.dependencies import ProductId
from services.catalog.pictures import links

# Hidden from the API documentation. Integrators use a listing's own pictures.
router = APIRouter(include_in_schema=False)


Version = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]


# Not immutable, because the picture of a removed listing must expire.
CACHE = "public, max-age=3600"


# Cached pages may still contain an outdated URL.
CACHE_OF_BEFORE = "public, max-age=60"


# Preview of pages without their own picture. The gateway serves it.
DEFAULT_PICTURE = "/preview.jpg"


def drawings_in(app: FastAPI) -> LinkPictureDrawings:
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
    """Return the current link preview of a listing, 1200 by 630 pixels. Outdated URLs also return the current
    preview. If the preview cannot be rendered, the shop's preview is returned with a short cache time."""
    try:
        drawn = await links.read_link_picture(database, store, drawings, product_id)
    except links.NotDrawn:
        return RedirectResponse(DEFAULT_PICTURE, 307, headers={"Cache-Control": CACHE_OF_BEFORE})
    headers = {
        "Cache-Control": CACHE if drawn.version == version else CACHE_OF_BEFORE,
        "ETag": f'"{drawn.version}"',
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
    }
    return Response(drawn.content, media_type="image/jpeg", headers=headers)
