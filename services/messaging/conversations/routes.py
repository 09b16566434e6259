from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Response

from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.errors import InvalidInput, NotFound, NotSignedIn
from libs.kit.http.access import CurrentUser
from libs.kit.http.error_responses import refusals
from libs.kit.http.paging import cursor_of, position_of
from libs.marketplace.access import ActiveUser
from libs.marketplace.errors import Banned, Suspended
from services.messaging.conversations import queries, service
from services.messaging.conversations.rules import CannotMessageYourself
from services.messaging.conversations.schemas import ConversationOut, DoneOut, ReportIn, SideIn
from services.messaging.conversations.views import conversations_out
from services.messaging.dependencies import Id, Limit, SignerDep

router = APIRouter(tags=["messaging"])


ACTING = (NotSignedIn, Banned, Suspended, NotFound)


@router.get("/api/conversations", responses=refusals(NotSignedIn))
async def get_conversations(
    response: Response,
    user: CurrentUser,
    session: ReadDep,
    signer: SignerDep,
    archived: bool = False,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
    limit: Limit = 30,
) -> list[ConversationOut]:
    """List your conversations, pinned first, then newest first. The `Link` header contains the next page."""
    after = None if cursor is None else _position(cursor)
    sides = await queries.list_conversations(
        session, user.user_id, is_archived=archived, after=after, most=limit
    )
    if len(sides) == limit:
        last = sides[-1]
        following = cursor_of(int(last.is_pinned), last.last_at.isoformat(), last.conversation_id)
        flags = "&archived=true" if archived else ""
        response.headers["Link"] = f'</api/conversations?limit={limit}{flags}&cursor={following}>; rel="next"'
    return await conversations_out(session, sides, signer)


def _position(cursor: str) -> queries.Position:
    pinned, at, conversation_id = position_of(cursor, 3)
    try:
        moment = datetime.fromisoformat(str(at))
    except ValueError:
        raise InvalidInput.field("cursor", "This is not a cursor of ours.") from None
    if moment.tzinfo is None or not isinstance(conversation_id, int) or not 0 <= conversation_id < 2**63:
        raise InvalidInput.field("cursor", "This is not a cursor of ours.")
    return bool(pinned), moment, conversation_id


@router.get("/api/conversations/{user_id}", responses=refusals(NotSignedIn))
async def get_conversation(
    user_id: Id, user: CurrentUser, session: ReadDep, signer: SignerDep
) -> ConversationOut | None:
    """Return your conversation with a person, or null before the first message."""
    side = await queries.get_side_with(session, user.user_id, user_id)
    if side is None:
        return None
    (shown,) = await conversations_out(session, [side[1]], signer)
    return shown


@router.patch("/api/conversations/{user_id}", responses=refusals(NotSignedIn, NotFound))
async def patch_conversation(user_id: Id, form: SideIn, user: CurrentUser, session: SessionDep) -> DoneOut:
    """Pin, mute or archive a conversation."""
    await service.arrange_conversation(session, user, user_id, form)
    return DoneOut(success=True)


@router.put("/api/conversations/{user_id}/block", responses=refusals(*ACTING, CannotMessageYourself))
async def put_block(user_id: Id, user: ActiveUser, session: SessionDep) -> DoneOut:
    """Block a person."""
    await service.set_block(session, user, user_id, is_active=True)
    return DoneOut(success=True)


@router.delete("/api/conversations/{user_id}/block", responses=refusals(*ACTING, CannotMessageYourself))
async def delete_block(user_id: Id, user: ActiveUser, session: SessionDep) -> DoneOut:
    """Unblock a person."""
    await service.set_block(session, user, user_id, is_active=False)
    return DoneOut(success=True)


@router.post("/api/conversations/{user_id}/reports", responses=refusals(*ACTING))
async def post_report(user_id: Id, form: ReportIn, user: ActiveUser, session: SessionDep) -> DoneOut:
    """Report a person or one of their messages."""
    await service.report_person(session, user, user_id, form)
    return DoneOut(success=True)
