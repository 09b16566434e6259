from typing import Annotated

from fastapi import APIRouter, Depends, File, Form, Query, Response, UploadFile

from libs.contracts.live import LARGEST_ID
from libs.kit.db.database import DatabaseDep, ReadDep
from libs.kit.errors import NotFound, NotSignedIn, RateLimited, Unavailable
from libs.kit.http.error_responses import refusals
from libs.kit.http.picture_store import PictureStoreDep
from libs.marketplace.access import ActiveUser
from libs.marketplace.errors import Banned, Suspended
from services.messaging.attachments import queries, rules, service
from services.messaging.attachments.models import MessageFile
from services.messaging.attachments.rules import FileRefused, FileTooLarge, NoFileSelected, TooManyFiles
from services.messaging.conversations.rules import (
    CannotMessageYourself,
    DifferentMessage,
    NotAccepted,
    PersonGone,
    TooManyNewConversations,
    YouBlockedThem,
)
from services.messaging.conversations.schemas import ClientId, SentFileOut
from services.messaging.conversations.views import messages_out
from services.messaging.dependencies import FileSize, FileToken, SignerDep
from services.messaging.messages.service import Draft

router = APIRouter(tags=["messaging"])


SENDING = (
    NotSignedIn, Banned, Suspended, NotFound, CannotMessageYourself, PersonGone, YouBlockedThem, NotAccepted,
    TooManyNewConversations, DifferentMessage, NoFileSelected, FileRefused, FileTooLarge, TooManyFiles, RateLimited,
    Unavailable,
)  # fmt: skip


@router.post("/api/messages/upload-file", status_code=201, responses=refusals(*SENDING))
async def post_file(
    user: ActiveUser,
    database: DatabaseDep,
    store: PictureStoreDep,
    signer: SignerDep,
    file: Annotated[UploadFile, File()],
    receiver_id: Annotated[int, Form(alias="receiverId", ge=1, le=LARGEST_ID)],
    product_id: Annotated[int | None, Form(alias="productId", ge=1, le=LARGEST_ID)] = None,
    client_id: Annotated[ClientId | None, Form(alias="clientId")] = None,
) -> SentFileOut:
    """Send a picture or document. If `clientId` was used before, the message from that call is returned."""
    data = await file.read(rules.MAX_BYTES + 1)
    if not data:
        raise NoFileSelected
    draft = Draft(receiver_id, "", product_id, client_id=client_id)
    sent = await service.send_file(database, store, user, draft, file.filename or "", data)
    async with database.reading() as session:
        (shown,) = await messages_out(session, [sent], user.user_id, signer)
    return SentFileOut(success=True, message=shown)


async def _signed_file(
    token: FileToken,
    session: ReadDep,
    signer: SignerDep,
    viewer_id: Annotated[int, Query(alias="for", ge=1, le=LARGEST_ID)],
    until: Annotated[int, Query(ge=0, le=LARGEST_ID)],
    mac: Annotated[str, Query(pattern=r"^[0-9a-f]{32}$")],
) -> MessageFile:
    if not signer.fits(token, viewer_id, until, mac):
        raise NotFound
    file = await queries.get_file_of_token(session, token)
    if file is None or viewer_id not in (file.sender_id, file.receiver_id):
        raise NotFound
    return file


SignedFile = Annotated[MessageFile, Depends(_signed_file)]


@router.get("/api/message-files/{token}", response_class=Response, responses=refusals(NotFound, Unavailable))
async def get_file(file: SignedFile, store: PictureStoreDep, size: FileSize = None) -> Response:
    """Return an attachment. Pictures are displayed inline. Documents are downloaded."""
    content = await store.get(rules.file_of(file.token, file.content_type, is_small=size is not None))
    if content is None:
        raise NotFound
    return Response(content, media_type=file.content_type, headers=service.headers_of(file))


@router.head("/api/message-files/{token}", include_in_schema=False)
async def head_file(file: SignedFile, store: PictureStoreDep, size: FileSize = None) -> Response:
    """Return the headers of an attachment."""
    length = await store.size(rules.file_of(file.token, file.content_type, is_small=size is not None))
    if length is None:
        raise NotFound
    headers = service.headers_of(file) | {"Content-Length": str(length)}
    return Response(media_type=file.content_type, headers=headers)
