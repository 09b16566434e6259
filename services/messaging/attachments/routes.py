from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Depends, FastAPI, File, Form, Path, Query, Request, Response, UploadFile

from libs.contracts.live import LARGEST_ID
from libs.kit.db.database import DatabaseDep, ReadDep
from libs.kit.errors import NotFound, NotSignedIn, RateLimited, Unavailable
from libs.kit.http.error_responses import refusals
from libs.kit.media.pictures import PictureStore
from libs.kit.media.signing import GOOD_FOR_SECONDS
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
from services.messaging.dependencies import SignerDep
from services.messaging.messages.service import Draft

router = APIRouter(tags=["messaging"])


SENDING = (
    NotSignedIn, Banned, Suspended, NotFound, CannotMessageYourself, PersonGone, YouBlockedThem, NotAccepted,
    TooManyNewConversations, DifferentMessage, NoFileSelected, FileRefused, FileTooLarge, TooManyFiles, RateLimited,
    Unavailable,
)  # fmt: skip


Token = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]


def store_in(app: FastAPI) -> PictureStore:
    settings, state = app.state.settings, app.state
    place = settings.media_url or str(settings.media_dir)
    if getattr(state, "file_place", None) != place:  # Tests open the app with other settings.
        state.file_store, state.file_place = PictureStore(place), place
    store: PictureStore = state.file_store
    return store


async def _store(request: Request) -> PictureStore:
    return store_in(request.app)


StoreDep = Annotated[PictureStore, Depends(_store)]


@router.post("/api/messages/upload-file", status_code=201, responses=refusals(*SENDING))
async def post_file(
    user: ActiveUser,
    database: DatabaseDep,
    store: StoreDep,
    signer: SignerDep,
    file: Annotated[UploadFile, File()],
    receiver_id: Annotated[int, Form(alias="receiverId", ge=1, le=LARGEST_ID)],
    product_id: Annotated[int | None, Form(alias="productId", ge=1, le=LARGEST_ID)] = None,
    client_id: Annotated[ClientId | None, Form(alias="clientId")] = None,
) -> SentFileOut:
    """Send a picture or document. Repeating a client id returns the message it created."""
    data = await file.read(rules.MOST_BYTES + 1)
    if not data:
        raise NoFileSelected
    draft = Draft(receiver_id, "", product_id, client_id=client_id)
    sent = await service.send_file(database, store, user, draft, file.filename or "", data)
    async with database.reading() as session:
        (shown,) = await messages_out(session, [sent], user.user_id, signer)
    return SentFileOut(success=True, message=shown)


async def _signed_file(
    token: Token,
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


Size = Annotated[str | None, Query(pattern=r"^small$")]


@router.get("/api/message-files/{token}", response_class=Response, responses=refusals(NotFound, Unavailable))
async def get_file(file: SignedFile, store: StoreDep, size: Size = None) -> Response:
    """Return an attachment. Pictures are displayed inline, documents are downloaded."""
    content = await store.get(rules.file_of(file.token, file.content_type, is_small=size is not None))
    if content is None:
        raise NotFound
    return Response(content, media_type=file.content_type, headers=headers_of(file))


@router.head("/api/message-files/{token}", include_in_schema=False)
async def head_file(file: SignedFile, store: StoreDep, size: Size = None) -> Response:
    """Return only the content type and length of an attachment."""
    length = await store.size(rules.file_of(file.token, file.content_type, is_small=size is not None))
    if length is None:
        raise NotFound
    headers = headers_of(file) | {"Content-Length": str(length)}
    return Response(media_type=file.content_type, headers=headers)


# No script in a file may run, whatever type a browser assumes. The cache lifetime bounds how long a copy
# outlives the file.
SAFE_HEADERS = {
    "Cache-Control": f"private, max-age={GOOD_FOR_SECONDS}",
    "Accept-Ranges": "none",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
}


def headers_of(file: MessageFile) -> dict[str, str]:
    how = "inline" if file.content_type == rules.PICTURE else "attachment"
    return SAFE_HEADERS | {"Content-Disposition": f"{how}; filename*=UTF-8''{quote(file.name, safe='')}"}
