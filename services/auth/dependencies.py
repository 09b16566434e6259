import re
from typing import Annotated

from fastapi import Cookie, Depends, Path, Request, Response

from libs.kit.errors import Forbidden
from libs.kit.http.access import CurrentUser
from libs.kit.security.cookie_marks import DEVICE
from libs.kit.security.tokens import Identity
from services.auth.accounts.models import User
from services.auth.accounts.schemas import SessionOut, UserOut
from services.auth.auth_services import AuthServices, ClientInfo
from services.auth.sign_in.service import SignedIn

COOKIE, DEVICE_COOKIE = "wangi_refresh", "wangi_device"


COOKIE_PATH = "/api/v1/auth"


# The longest cookie lifetime that browsers accept.
DEVICE_DAYS = 400


RefreshCookie = Annotated[str | None, Cookie(alias=COOKIE, max_length=256, pattern=r"^[A-Za-z0-9_.-]*$")]


UserId = Annotated[int, Path(ge=1, le=2**63 - 1)]


async def _auth(request: Request) -> AuthServices:
    auth: AuthServices = request.app.state.auth
    return auth


AuthDep = Annotated[AuthServices, Depends(_auth)]


async def _client_info(request: Request, auth: AuthDep) -> ClientInfo:
    """Takes the last forwarded IP address, because only the gateway can set that one."""
    hops = request.headers.get("x-forwarded-for", "")
    peer = request.client.host if request.client else ""
    kept = request.cookies.get(DEVICE_COOKIE, "")
    ours = auth.marks.word_in(DEVICE, kept)
    device = kept if ours is None else ours
    language = (
        "ms" if re.match(r"\s*ms\b", request.headers.get("accept-language", ""), re.IGNORECASE) else "en"
    )
    return ClientInfo(
        address=hops.rsplit(",", 1)[-1].strip()[:64] or peer,
        user_agent=request.headers.get("user-agent", "")[:300],
        device_token=device if re.fullmatch(r"[A-Za-z0-9_.-]{20,96}", device) else None,
        device_is_ours=ours is not None,
        language=language,
    )


ClientDep = Annotated[ClientInfo, Depends(_client_info)]


async def _owner(user_id: UserId, user: CurrentUser) -> Identity:
    if user_id != user.user_id:
        raise Forbidden
    return user


OwnerDep = Annotated[Identity, Depends(_owner)]


def account_out(auth: AuthServices, user: User) -> UserOut:
    return UserOut.from_model(user, waits=auth.waits_for_second_factor(user))


def start_session(response: Response, auth: AuthServices, signed_in: SignedIn) -> SessionOut:
    _keep(response, auth, COOKIE, signed_in.refresh_token, auth.settings.refresh_days)
    if signed_in.device_token is not None:
        keep_device(response, auth, signed_in.device_token)
    return SessionOut(token=signed_in.access_token, user=account_out(auth, signed_in.user))


def keep_device(response: Response, auth: AuthServices, device_token: str) -> None:
    """The cookie identifies the browser. It does not sign anyone in."""
    _keep(response, auth, DEVICE_COOKIE, auth.marks.marked(DEVICE, device_token), DEVICE_DAYS)


def _keep(response: Response, auth: AuthServices, name: str, value: str, days: int) -> None:
    response.set_cookie(
        name,
        value,
        max_age=days * 86_400,
        path=COOKIE_PATH,
        httponly=True,
        samesite="strict",
        secure=auth.cookie_over_https_only,
    )


def forget_cookie(response: Response) -> None:
    response.delete_cookie(COOKIE, path=COOKIE_PATH)
