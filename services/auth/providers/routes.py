import re
from typing import Annotated
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import RedirectResponse

from libs.kit.errors import NotFound, NotSignedIn, RateLimited, Unavailable
from libs.kit.http.access import is_revoked
from libs.kit.http.error_responses import refusals
from libs.kit.security.tokens import Identity, TokenVerifier
from services.auth.accounts.rules import InvalidCredentials, key_of
from services.auth.accounts.schemas import SessionOut
from services.auth.auth_services import AuthServices
from services.auth.dependencies import COOKIE_PATH, AuthDep, ClientDep, account_out, start_session
from services.auth.providers import service
from services.auth.providers.rules import ProviderTrouble
from services.auth.providers.schemas import ExchangeIn, ProviderOut, SyncIn
from services.auth.providers.service import Returned
from services.auth.second_factor.rules import InvalidCode, TwoFactorRequired

router = APIRouter(tags=["auth"])


BROWSER_COOKIE, BROWSER_SECONDS = "wangi_browser", 15 * 60


ProviderId = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,32}$")]


Word = Annotated[str | None, Query(max_length=4096)]


REFUSED = refusals(NotSignedIn, InvalidCredentials, TwoFactorRequired, InvalidCode, RateLimited, Unavailable)


@router.get("/api/v1/auth/providers")
async def list_providers(auth: AuthDep) -> list[ProviderOut]:
    """List the configured sign-in providers."""
    return [ProviderOut(id=each.id, name=each.name) for each in auth.settings.oidc_providers]


@router.get("/api/v1/auth/oidc/{provider}/start", status_code=302, responses=refusals(NotFound, RateLimited))
async def go_to_provider(
    provider: ProviderId, request: Request, auth: AuthDep, client: ClientDep, redirect: Word = None
) -> Response:
    """Redirect to a provider to sign in. `redirect` is the path on this site to return to."""
    browser = _browser(request)
    try:
        begun = await service.begin_redirect(auth, provider, redirect, client, browser)
    except ProviderTrouble as trouble:
        return _back_to_the_app(auth, trouble.redirect, error=trouble.code)
    answer = _sent_to(begun.address)
    answer.set_cookie(
        BROWSER_COOKIE,
        begun.browser,
        max_age=BROWSER_SECONDS,
        path=COOKIE_PATH,
        httponly=True,
        samesite="lax",  # Browsers do not send a "strict" cookie with the redirect back.
        secure=auth.cookie_over_https_only,
    )
    return answer


@router.get("/api/v1/auth/oidc/{provider}/callback", status_code=302, responses=refusals(NotFound))
async def come_back_from_provider(
    provider: ProviderId,
    request: Request,
    auth: AuthDep,
    state: Word = None,
    code: Word = None,
    error: Word = None,
    iss: Word = None,
) -> Response:
    """Receive the redirect from a provider and return to the app. The URL fragment contains a one-time token,
    which the app exchanges for a session."""
    returned = Returned(state or "", code, error, iss)
    try:
        token, redirect = await service.come_back(auth, provider, returned, _browser(request))
    except ProviderTrouble as trouble:
        return _back_to_the_app(auth, trouble.redirect, error=trouble.code)
    return _back_to_the_app(auth, redirect, access_token=token)


@router.post("/api/v1/auth/session", responses=REFUSED)
async def exchange_token(
    form: ExchangeIn, request: Request, auth: AuthDep, client: ClientDep, response: Response
) -> SessionOut:
    """Exchange a token for a session. Accepts an access token of ours, the one-time token of a provider
    redirect, or a provider's id token."""
    token = form.supabase_token
    if token.count(".") == 1:
        signed_in = await service.sign_in_by_handover(auth, token, _browser(request), form.code, client)
        return start_session(response, auth, signed_in)
    provider = service.provider_by_token(auth, token)
    if provider is not None:
        signed_in = await service.sign_in_by_id_token(auth, provider, token, form.code, client, same=None)
        return start_session(response, auth, signed_in)
    renewed = await service.renew_session(auth, await _own_identity(request, token))
    return SessionOut(token=renewed.access_token, user=account_out(auth, renewed.user))


@router.post("/api/auth/sync-oauth-user", responses=REFUSED)
async def sync_outside_user(form: SyncIn, auth: AuthDep, client: ClientDep, response: Response) -> SessionOut:
    """Sign in with a provider's id token. The other fields must match its claims."""
    try:
        provider = service.provider_of(auth, form.provider)
    except NotFound:
        raise NotSignedIn from None
    same = {"subject": form.provider_id, "email": key_of(form.email)}
    signed_in = await service.sign_in_by_id_token(auth, provider, form.id_token, None, client, same=same)
    return start_session(response, auth, signed_in)


async def _own_identity(request: Request, token: str) -> Identity:
    verifier: TokenVerifier = request.app.state.verifier
    identity = await verifier.verify(token)
    if is_revoked(request.app, identity):
        raise NotSignedIn
    return identity


def _browser(request: Request) -> str | None:
    kept = request.cookies.get(BROWSER_COOKIE, "")
    return kept if re.fullmatch(r"[A-Za-z0-9_-]{20,64}", kept) else None


def _back_to_the_app(auth: AuthServices, redirect: str, **parameters: str) -> Response:
    """Puts the values into the URL fragment, which browsers never send to a server."""
    words = parameters if redirect == "/" else parameters | {"redirect": redirect}
    return _sent_to(f"{auth.settings.base_url}/auth-callback#{urlencode(words, quote_via=quote)}")


def _sent_to(address: str) -> Response:
    return RedirectResponse(
        address, 302, headers={"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
    )
