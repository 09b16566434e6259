from typing import Annotated

from fastapi import (
    APIRouter,
    File,
    Form,
    Header,
    Path,
    Query,
    Response,
    UploadFile,
)

from libs.kit.db.database import Database, DatabaseDep, ReadDep, SessionDep
from libs.kit.errors import Forbidden, NotFound, NotSignedIn, RateLimited, Unavailable
from libs.kit.http.access import MaybeUser
from libs.kit.http.error_responses import refusals
from libs.kit.http.idempotency import OnceDep
from libs.kit.http.picture_store import PictureStoreDep
from libs.kit.http.uploads import IMAGE_FORM, ImageDep, NoImageSelected
from libs.kit.media.pictures import MAX_BYTES, InvalidImage, PictureTooLarge
from libs.kit.security.tokens import Identity
from libs.marketplace.access import SellerUser
from libs.marketplace.errors import Banned, Suspended
from services.catalog.dependencies import HostDep
from services.catalog.listings.queries import get_listing
from services.catalog.listings.rules import AuctionHasBids
from services.catalog.listings.schemas import DoneOut, ImageOut, image_out
from services.catalog.pictures import queries, rules, service
from services.catalog.pictures.models import ProductImage
from services.catalog.pictures.rules import AlreadyUploaded, TooManyImages, TooManyUploads
from services.catalog.pictures.schemas import ImageIn, OrderIn, UploadOut

router = APIRouter(tags=["catalog"])


Number = Annotated[int, Path(ge=1, le=2**63 - 1)]


SellerId = Annotated[int | None, Query(alias="sellerId", ge=1, le=2**63 - 1)]


SELLING = (NotSignedIn, Banned, Suspended, Forbidden)


DRAWING = (NoImageSelected, InvalidImage, PictureTooLarge, RateLimited, Unavailable)


FOR_GOOD = "public, max-age=31536000, immutable"


FOR_A_WHILE = "public, max-age=60"


def refuse_other_seller(seller: Identity, seller_id: int | None) -> None:
    if seller_id is not None and seller_id != seller.user_id:
        raise Forbidden


async def _bytes_of(image: UploadFile) -> bytes:
    return await image.read(MAX_BYTES + 1)


@router.post(
    "/api/product-images/uploads",
    status_code=201,
    responses=refusals(*SELLING, *DRAWING, TooManyUploads),
    openapi_extra=IMAGE_FORM,
)
async def upload_image(
    seller: SellerUser, image: ImageDep, database: DatabaseDep, store: PictureStoreDep
) -> UploadOut:
    """Upload a picture for a future listing. Pictures that no listing uses are deleted after a day."""
    return UploadOut.from_model(await service.upload_picture(database, store, seller, image))


@router.get("/api/product-images/{product_id}", responses=refusals(NotFound))
async def read_product_images(product_id: Number, viewer: MaybeUser, session: ReadDep) -> list[ImageOut]:
    """List the pictures of a product in display order."""
    viewer_id = viewer.user_id if viewer else None
    listing = await get_listing(session, product_id, viewer_id)
    if listing is None or (listing.product.status == "removed" and listing.product.seller_id != viewer_id):
        raise NotFound
    return await _images_out(session, await queries.list_shown(session, product_id))


@router.post(
    "/api/product-images",
    status_code=201,
    response_model=ImageOut,
    responses=refusals(*SELLING, NotFound, TooManyImages),
)
async def add_product_image(
    form: ImageIn, seller: SellerUser, session: SessionDep, once: OnceDep, host: HostDep
) -> Response:
    """Announce a picture under a name of your choice. The picture is shown after it has been uploaded."""
    refuse_other_seller(seller, form.seller_id)

    async def work() -> ImageOut:
        place = await service.announce_picture(session, seller, form, host=host)
        return (await _images_out(session, [place]))[0]

    return await once.run(work)


@router.post(
    "/api/product-images/{image_id}/upload",
    responses=refusals(*SELLING, *DRAWING, NotFound, TooManyImages, TooManyUploads, AlreadyUploaded),
)
async def upload_product_image(
    image_id: Number,
    image: Annotated[UploadFile, File()],
    seller: SellerUser,
    database: DatabaseDep,
    store: PictureStoreDep,
    seller_id: Annotated[int | None, Form(alias="sellerId", ge=1, le=2**63 - 1)] = None,
) -> ImageOut:
    """Upload an announced picture."""
    refuse_other_seller(seller, seller_id)
    place, picture = await service.upload_announced(database, store, seller, image_id, await _bytes_of(image))
    return image_out(place, picture)


@router.delete(
    "/api/products/{product_id}/images/{image_id}", responses=refusals(*SELLING, NotFound, AuctionHasBids)
)
async def delete_product_image(
    product_id: Number, image_id: Number, seller: SellerUser, session: SessionDep, seller_id: SellerId = None
) -> DoneOut:
    """Remove a picture from a listing. If the main picture is removed, the next picture becomes the main
    picture."""
    refuse_other_seller(seller, seller_id)
    await service.remove_picture(session, seller, product_id, image_id)
    return DoneOut(success=True)


@router.put("/api/products/{product_id}/images", responses=refusals(*SELLING, NotFound))
async def order_product_images(
    product_id: Number, form: OrderIn, seller: SellerUser, session: SessionDep
) -> list[ImageOut]:
    """Set the order of a listing's pictures. The first picture is the main picture."""
    return await _images_out(
        session, await service.reorder_pictures(session, seller, product_id, form.images)
    )


@router.get("/api/images/{token}", response_class=Response, responses=refusals(NotFound, Unavailable))
async def image(
    token: str,
    store: PictureStoreDep,
    database: DatabaseDep,
    if_none_match: Annotated[str | None, Header(include_in_schema=False)] = None,
) -> Response:
    """Return a picture in full size as `{token}`, or in a smaller size as `{token}-{320|640|1024|1600}`. The
    name is derived from the content, so a picture never changes."""
    name, cache = await _file(database, token)
    headers = _headers(name, cache)
    if rules.is_known_to(headers["ETag"], if_none_match) and await store.exists(name):
        return Response(status_code=304, headers=headers)
    content = await store.get(name)
    if content is None:
        raise NotFound
    return Response(content, media_type="image/webp", headers=headers)


@router.head("/api/images/{token}", include_in_schema=False)
async def image_head(token: str, store: PictureStoreDep, database: DatabaseDep) -> Response:
    """Return the headers of a picture."""
    name, cache = await _file(database, token)
    size = await store.size(name)
    if size is None:
        raise NotFound
    headers = _headers(name, cache) | {"Content-Length": str(size)}
    return Response(media_type="image/webp", headers=headers)


async def _file(database: Database, name: str) -> tuple[str, str]:
    if (ours := rules.requested(name)) is not None:
        return ours.file, FOR_GOOD
    if rules.is_old(name):
        return name, FOR_GOOD
    if (named := rules.announced(name)) is None:
        raise NotFound
    async with database.reading() as session:
        token = await queries.get_announced_token(session, named.token)
    if token is None:
        raise NotFound
    return rules.file_of(token, str(named.size)), FOR_A_WHILE


def _headers(name: str, cache: str) -> dict[str, str]:
    """The content type is fixed and never taken from the uploader. Browsers must not run scripts in a
    picture."""
    return {
        "Cache-Control": cache,
        "ETag": f'"{name.removesuffix(".webp")}"',
        "Accept-Ranges": "none",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
    }


async def _images_out(session: ReadDep, places: list[ProductImage]) -> list[ImageOut]:
    pictures = await queries.get_pictures_by_token(
        session, [item.token for item in places if item.token is not None]
    )
    return [image_out(place, pictures.get(place.token or "")) for place in places]
