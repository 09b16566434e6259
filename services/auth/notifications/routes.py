from typing import Annotated

from fastapi import APIRouter, Query

from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.errors import Forbidden, NotSignedIn
from libs.kit.http.access import CurrentUser
from libs.kit.http.error_responses import refusals
from services.auth.accounts.queries import get_open_user
from services.auth.accounts.schemas import SuccessOut
from services.auth.dependencies import OwnerDep
from services.auth.notifications import queries, service
from services.auth.notifications.rules import has_words
from services.auth.notifications.schemas import NotificationOut, ReadIn, UnreadOut, WishesIn, WishesOut

router = APIRouter(tags=["notifications"])


@router.get("/api/notifications", responses=refusals(NotSignedIn))
async def my_notifications(
    user: CurrentUser,
    session: ReadDep,
    before: Annotated[int | None, Query(ge=1, le=2**63 - 1)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> list[NotificationOut]:
    """List your notifications, newest first. Pass the id of the last notification as `before` to get older
    notifications."""
    account = await get_open_user(session, user.user_id)
    if account is None:
        raise NotSignedIn
    notifications = await queries.list_notifications(session, user.user_id, before=before, limit=limit)
    return [
        NotificationOut.from_model(notification, account.language)
        for notification in notifications
        if has_words(notification.kind)
    ]


@router.get("/api/notifications/unread-count", responses=refusals(NotSignedIn))
async def unread_count(user: CurrentUser, session: ReadDep) -> UnreadOut:
    """Count your unread notifications."""
    return UnreadOut(count=await queries.count_unread(session, user.user_id))


@router.post("/api/notifications/read", responses=refusals(NotSignedIn))
async def mark_read(form: ReadIn, user: CurrentUser, session: SessionDep) -> SuccessOut:
    """Mark notifications as read. If `ids` is omitted, all your notifications are marked."""
    await service.mark_read(session, user.user_id, form.ids)
    return SuccessOut(success=True)


@router.get("/api/user/{user_id}/notification-preferences", responses=refusals(NotSignedIn, Forbidden))
async def my_wishes(owner: OwnerDep, session: ReadDep) -> WishesOut:
    """Read your notification settings."""
    return WishesOut.from_model(await service.get_wishes(session, owner.user_id))


@router.put("/api/user/{user_id}/notification-preferences", responses=refusals(NotSignedIn, Forbidden))
async def choose(form: WishesIn, owner: OwnerDep, session: SessionDep) -> WishesOut:
    """Change your notification settings for some kinds. The other kinds stay unchanged."""
    return WishesOut.from_model(await service.wish_for(session, owner.user_id, form.chosen()))
