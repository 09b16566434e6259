import contextlib
from collections.abc import Awaitable, Callable

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.errors import DomainError, NotFound, Unavailable
from libs.kit.media.pictures import name_of, redraw
from services.auth.accounts import queries
from services.auth.accounts.models import User
from services.auth.accounts.service import record_changes
from services.auth.auth_services import AuthServices

AVATAR = {"small": 96, "large": 320}


COVER = {"cover": 1600}


PATH = "/api/portraits/"


Hang = Callable[[AsyncSession, int, dict[str, str]], Awaitable[tuple[User, list[str | None]]]]


async def store_pictures(
    auth: AuthServices, user_id: int, data: bytes, sizes: dict[str, int]
) -> dict[str, str]:
    """Returns the picture paths by size. Call outside a transaction."""
    pictures = await redraw(data, sizes, user_id)
    name = name_of(pictures, str(user_id))
    addresses: dict[str, str] = {}
    for size, picture in pictures.items():
        await auth.pictures.put(f"{name}-{size}.webp", picture.content)
        addresses[size] = f"{PATH}{name}-{size}.webp"
    return addresses


async def replace_pictures(auth: AuthServices, user_id: int, addresses: dict[str, str], hang: Hang) -> User:
    """Deletes the previous pictures, or the new pictures if saving fails."""
    try:
        async with auth.database.transaction() as session:
            owner, before = await hang(session, user_id, addresses)
    except DomainError:  # The account was closed, or the database is unavailable.
        with contextlib.suppress(Unavailable):
            await _take_down_unless_shown(auth, user_id, addresses)
        raise
    await delete_pictures(auth, *before)
    return owner


async def _take_down_unless_shown(auth: AuthServices, user_id: int, addresses: dict[str, str]) -> None:
    async with auth.database.reading() as session:
        user = await queries.get_open_user(session, user_id)
    shown = {user.avatar_url, user.profile_image, user.cover_photo} if user else set()
    await delete_pictures(auth, *(address for address in addresses.values() if address not in shown))


async def set_avatar(
    session: AsyncSession, user_id: int, addresses: dict[str, str]
) -> tuple[User, list[str | None]]:
    """Returns the paths of the previous pictures. Delete those pictures after the commit."""
    user = await _owner(session, user_id)
    before = [user.avatar_url, user.profile_image]
    user.avatar_url, user.profile_image = addresses["large"], addresses["small"]
    await record_changes(session, user, ["avatar_url"])
    return user, [address for address in before if address not in addresses.values()]


async def set_cover(
    session: AsyncSession, user_id: int, addresses: dict[str, str]
) -> tuple[User, list[str | None]]:
    user = await _owner(session, user_id)
    before = [user.cover_photo]
    user.cover_photo = addresses["cover"]
    await record_changes(session, user, ["cover_photo"])
    return user, [address for address in before if address not in addresses.values()]


async def delete_pictures(auth: AuthServices, *addresses: str | None) -> None:
    for address in addresses:
        if address is not None and address.startswith(PATH):
            await auth.pictures.delete(address.removeprefix(PATH))


async def _owner(session: AsyncSession, user_id: int) -> User:
    user = await queries.lock_user(session, user_id)
    if user is None:
        raise NotFound
    return user
