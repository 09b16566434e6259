import hashlib
import secrets
from dataclasses import dataclass
from typing import Any

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.errors import NotFound, NotSignedIn
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from services.auth.accounts.queries import get_open_user
from services.auth.accounts.rules import key_of
from services.auth.auth_services import AuthServices, ClientInfo
from services.auth.passkeys.models import Challenge
from services.auth.passkeys.queries import add_challenge_once, get_challenge, take_challenge
from services.auth.providers import rules
from services.auth.providers.accounts import account_of
from services.auth.providers.oidc import Provider, ProviderAway, TokenRefused, issuer_in
from services.auth.providers.rules import ProviderProfile, ProviderTrouble
from services.auth.sign_in import guessing
from services.auth.sign_in import service as sign_in_service
from services.auth.sign_in.authentication import pass_second_factor
from services.auth.sign_in.queries import is_family_alive
from services.auth.sign_in.rules import hash_token

log = structlog.get_logger(__name__)


THERE, BACK, USED = "provider_door", "provider_return", "id_token_used"


known_providers: dict[tuple[str, str], Provider] = {}


def provider_of(auth: AuthServices, provider_id: str) -> Provider:
    for settings in auth.settings.oidc_providers:
        if settings.id == provider_id:
            known = known_providers.get((settings.id, settings.issuer))
            if known is None or known.settings != settings:
                known = known_providers[(settings.id, settings.issuer)] = Provider(settings)
            return known
    raise NotFound


def provider_by_token(auth: AuthServices, token: str) -> Provider | None:
    """Selects the provider by the issuer that the token claims. The token is not verified."""
    issuer = issuer_in(token)
    for settings in auth.settings.oidc_providers:
        if settings.issuer == issuer:
            return provider_of(auth, settings.id)
    return None


@dataclass(frozen=True)
class ProviderRedirect:
    address: str
    browser: str


async def begin_redirect(
    auth: AuthServices, provider_id: str, redirect: str | None, client: ClientInfo, browser: str | None
) -> ProviderRedirect:
    """Returns the provider's URL. Only the same browser can complete the sign-in, once and within ten
    minutes."""
    provider = provider_of(auth, provider_id)
    await _count(auth, client)
    browser = browser or secrets.token_urlsafe(24)
    state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
    back = rules.safe_return(redirect)
    payload = {
        "provider": provider_id,
        "nonce": nonce,
        "redirect": back,
        "browser": hash_token(browser).hex(),
    }
    try:
        address = await provider.authorization_url(
            redirect_uri=_redirect_uri(auth, provider_id), state=state, nonce=nonce, verifier=verifier
        )
    except ProviderAway as away:
        log.warning("a provider is away", provider=provider_id, cause=str(away))
        raise ProviderTrouble(rules.NO_SESSION, redirect=back) from away
    async with auth.database.transaction() as session:
        ends = await clock.now(session) + rules.ANSWER_WITHIN
        session.add(
            Challenge(id=state, kind=THERE, secret=verifier.encode(), payload=payload, expires_at=ends)
        )
    return ProviderRedirect(address, browser)


@dataclass(frozen=True)
class Returned:
    state: str
    code: str | None
    error: str | None
    issuer: str | None


async def come_back(
    auth: AuthServices, provider_id: str, returned: Returned, browser: str | None
) -> tuple[str, str]:
    """Returns a one-time token for the same browser, and the path to return to. Consumes the state even if
    the sign-in fails."""
    provider = provider_of(auth, provider_id)
    async with auth.database.transaction() as session:
        now = await clock.now(session)
        challenge = await take_challenge(session, returned.state, THERE, now)
    same = challenge is not None and challenge.payload["browser"] == hash_token(browser or "").hex()
    if challenge is None or not same or challenge.payload["provider"] != provider_id:
        raise ProviderTrouble(rules.LATE)
    redirect: str = challenge.payload["redirect"]
    if returned.error is not None or returned.code is None:
        raise ProviderTrouble(rules.trouble_at(returned.error), redirect=redirect)
    try:
        if returned.issuer not in (None, provider.settings.issuer):
            raise TokenRefused("another issuer")
        profile = await _outsider(auth, provider, returned.code, challenge)
        return await _hand_over(auth, provider, profile, challenge.payload["browser"]), redirect
    except (ProviderAway, TokenRefused) as reason:
        sign_in_service.SIGN_INS.labels(provider_id, "refused").inc()
        log.warning("a sign-in with a provider failed", provider=provider_id, cause=str(reason))
        raise ProviderTrouble(rules.NO_SESSION, redirect=redirect) from reason
    except ProviderTrouble as trouble:
        raise ProviderTrouble(trouble.code, redirect=redirect) from trouble


async def _outsider(auth: AuthServices, provider: Provider, code: str, asked: Challenge) -> ProviderProfile:
    uri = _redirect_uri(auth, provider.settings.id)
    tokens = await provider.exchange(code, redirect_uri=uri, verifier=asked.secret.decode())
    claims = await _claims(provider, tokens.get("id_token"), nonce=asked.payload["nonce"])
    if "email" not in claims and isinstance(tokens.get("access_token"), str):
        more = await provider.about_person(tokens["access_token"])
        claims |= more if more.get("sub") == claims["sub"] else {}
    return rules.outsider_of(claims)


async def _claims(provider: Provider, id_token: Any, *, nonce: str | None) -> dict[str, Any]:
    if not isinstance(id_token, str):
        raise TokenRefused("no id token")
    claims, settings = await provider.verify_id_token(id_token), provider.settings
    now = clock.about_now()
    try:
        return dict(
            rules.check_claims(
                claims, issuer=settings.issuer, client_id=settings.client_id, nonce=nonce, now=now
            )
        )
    except ValueError as fault:
        raise TokenRefused(str(fault)) from fault


async def _hand_over(
    auth: AuthServices, provider: Provider, profile: ProviderProfile, browser_hash: str
) -> str:
    """Returns a token that is valid once, in the same browser, for two minutes."""
    user = await account_of(auth, provider.settings, profile)
    handover, word = secrets.token_urlsafe(24), secrets.token_urlsafe(32)
    payload = {"browser": browser_hash, "epoch": user.epoch, "way": provider.settings.id}
    async with auth.database.transaction() as session:
        session.add(
            Challenge(
                id=handover,
                kind=BACK,
                user_id=user.known_id,
                secret=hash_token(word),
                payload=payload,
                expires_at=await clock.now(session) + rules.HANDED_OVER_WITHIN,
            )
        )
    return f"{handover}.{word}"


async def sign_in_by_handover(
    auth: AuthServices, token: str, browser: str | None, code: str | None, client: ClientInfo
) -> sign_in_service.SignedIn:
    """Checks the second factor before consuming the token, so that a wrong code can be corrected."""
    await _count(auth, client)
    handover, _, word = token.partition(".")
    async with auth.database.reading() as session:
        challenge = await get_challenge(session, handover, BACK, await clock.now(session))
        user = await get_open_user(session, challenge.user_id) if challenge and challenge.user_id else None
    if challenge is None or user is None or challenge.secret != hash_token(word):
        raise NotSignedIn
    if (
        challenge.payload["browser"] != hash_token(browser or "").hex()
        or challenge.payload["epoch"] != user.epoch
    ):
        raise NotSignedIn
    if user.has_second_factor:
        await pass_second_factor(auth, user, code)
    async with auth.database.transaction() as session:
        if await take_challenge(session, handover, BACK, await clock.now(session)) is None:
            raise NotSignedIn
        return await sign_in_service.begin(auth, session, user, client, way=challenge.payload["way"])


async def sign_in_by_id_token(
    auth: AuthServices,
    provider: Provider,
    id_token: str,
    code: str | None,
    client: ClientInfo,
    *,
    same: dict[str, str] | None,
) -> sign_in_service.SignedIn:
    """Accepts each id token once, while it is fresh. Values in `same` must match the claims of the token."""
    await _count(auth, client)
    try:
        profile = rules.outsider_of(await _claims(provider, id_token, nonce=None))
        claimed = {"subject": profile.subject, "email": key_of(profile.email or "")}
        if same is not None and claimed != same:
            raise TokenRefused("about somebody else")
        user = await account_of(auth, provider.settings, profile)
    except (ProviderAway, TokenRefused, ProviderTrouble) as reason:
        log.info("an id token was refused", provider=provider.settings.id, cause=str(reason))
        raise NotSignedIn from reason
    if user.has_second_factor:
        await pass_second_factor(auth, user, code)
    async with auth.database.transaction() as session:
        await _spend(session, id_token)
        return await sign_in_service.begin(auth, session, user, client, way=provider.settings.id)


async def _spend(session: AsyncSession, id_token: str) -> None:
    print_of = hashlib.sha256(
        id_token.rpartition(".")[0].encode()
    ).hexdigest()  # Excludes the signature, which can be encoded in two ways.
    ends = await clock.now(session) + rules.FRESH + 3 * rules.LEEWAY
    row = {"id": print_of, "kind": USED, "secret": b"", "payload": {}, "expires_at": ends}
    if not await add_challenge_once(session, row):
        raise NotSignedIn


async def renew_session(auth: AuthServices, identity: Identity) -> sign_in_service.SignedIn:
    """Issues a new access token with the same expiry, so that a stolen token cannot be extended."""
    async with auth.database.reading() as session:
        user = await get_open_user(session, identity.user_id)
        now = await clock.now(session)
        lives = await is_family_alive(session, identity.session_id, now)
    if user is None or user.epoch != identity.epoch or not lives:
        raise NotSignedIn
    return sign_in_service.signed_in(auth, user, identity.session_id, "", now, until=identity.expires_at)


async def _count(auth: AuthServices, client: ClientInfo) -> None:
    await guessing.count_place(auth, "provider", client, 300)


def _redirect_uri(auth: AuthServices, provider_id: str) -> str:
    return f"{auth.settings.base_url}/api/v1/auth/oidc/{provider_id}/callback"
