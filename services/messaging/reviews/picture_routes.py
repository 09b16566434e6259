from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from libs.contracts.live import LARGEST_ID
from libs.kit.db.database import DatabaseDep, ReadDep
from libs.kit.errors import NotFound, NotSignedIn, RateLimited, Unavailable
from libs.kit.http.error_responses import refusals
from libs.kit.http.picture_store import PictureStoreDep
from libs.kit.http.uploads import IMAGE_FORM, ImageDep, NoImageSelected
from libs.kit.media.pictures import InvalidImage, PictureTooLarge
from libs.marketplace.access import ActiveUser
from libs.marketplace.errors import Banned, Suspended
from services.messaging.attachments.rules import PICTURE, file_of
from services.messaging.attachments.service import SAFE_HEADERS
from services.messaging.deals.rules import ReviewClosed, StepRefused
from services.messaging.dependencies import FileSize, FileToken, Id, SignerDep
from services.messaging.reviews import pictures, queries
from services.messaging.reviews.rules import TooManyReviewPictures
from services.messaging.reviews.schemas import ReviewPictureOut
from services.messaging.reviews.service import picture_out

router = APIRouter(tags=["messaging"])


UPLOADING = (
    NotSignedIn, Banned, Suspended, NotFound, StepRefused, ReviewClosed, TooManyReviewPictures, NoImageSelected,
    InvalidImage, PictureTooLarge, RateLimited, Unavailable,
)  # fmt: skip


@router.post(
    "/api/transactions/{deal_id}/review-pictures",
    status_code=201,
    responses=refusals(*UPLOADING),
    openapi_extra=IMAGE_FORM,
)
async def post_review_picture(
    deal_id: Id,
    user: ActiveUser,
    image: ImageDep,
    database: DatabaseDep,
    store: PictureStoreDep,
    signer: SignerDep,
) -> ReviewPictureOut:
    """Upload a picture for your review of a delivered purchase. Pictures that no review uses are deleted
    after a day."""
    return picture_out(await pictures.upload_picture(database, store, user, deal_id, image), signer)


async def _kept_name(
    token: FileToken,
    session: ReadDep,
    signer: SignerDep,
    viewer_id: Annotated[int | None, Query(alias="for", ge=1, le=LARGEST_ID)] = None,
    until: Annotated[int, Query(ge=0, le=LARGEST_ID)] = 0,
    mac: Annotated[str, Query(pattern=r"^[0-9a-f]{32}$")] = "0" * 32,
    size: FileSize = None,
) -> str:
    found = await queries.get_picture_of_token(session, token)
    if found is None:
        raise NotFound
    picture, revealed_at = found
    is_owner = viewer_id == picture.owner_id and signer.fits(token, picture.owner_id, until, mac)
    if revealed_at is None and not is_owner:
        raise NotFound
    return file_of(token, PICTURE, is_small=size is not None)


KeptName = Annotated[str, Depends(_kept_name)]


@router.get(
    "/api/review-pictures/{token}", response_class=Response, responses=refusals(NotFound, Unavailable)
)
async def get_review_picture(name: KeptName, store: PictureStoreDep) -> Response:
    """Return a picture of a public review. For a hidden review, the URL must be signed for the review's
    writer."""
    content = await store.get(name)
    if content is None:
        raise NotFound
    return Response(content, media_type=PICTURE, headers=SAFE_HEADERS)


@router.head("/api/review-pictures/{token}", include_in_schema=False)
async def head_review_picture(name: KeptName, store: PictureStoreDep) -> Response:
    """Return the headers of a picture."""
    length = await store.size(name)
    if length is None:
        raise NotFound
    return Response(media_type=PICTURE, headers=SAFE_HEADERS | {"Content-Length": str(length)})
