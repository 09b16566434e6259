"""Signing in with an outside provider: there, back, and into an account of ours."""

import hashlib
import secrets
from dataclasses import dataclass
from typing import Any

import structlog
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.http.access import Identity
from libs.kit.http.errors import NotFound, NotSignedIn
from libs.kit.process import clock
from libs.kit.security.signing import hashed
from services.auth import queries
from services.auth.domain import providers as rules
from services.auth.domain.people import key_of
from services.auth.domain.providers import Outsider, ProviderTrouble
from services.auth.models import Challenge
from services.auth.service import accounts, guard, sessions
from services.auth.service.office import Office, Visit
from services.auth.service.oidc import Provider, ProviderAway, TokenRefused, issuer_in
from services.auth.service.outsiders import account_of

log = structlog.get_logger(__name__)
THERE, BACK, USED = "provider_door", "provider_return", "id_token_used"
_providers: dict[tuple[str, str], Provider] = {}


def provider_of(office: Office, provider_id: str) -> Provider:
    """A provider of the settings, with what it last said about itself."""
    for told in office.settings.oidc_providers:
        if told.id == provider_id:
            known = _providers.get((told.id, told.issuer))
            if known is None or known.told != told:
                known = _providers[(told.id, told.issuer)] = Provider(told)
            return known
    raise NotFound


def provider_by_token(office: Office, token: str) -> Provider | None:
    """The provider that a token says it is of. Only where to look: nothing of it is believed yet."""
    issuer = issuer_in(token)
    for told in office.settings.oidc_providers:
        if told.issuer == issuer:
            return provider_of(office, told.id)
    return None


@dataclass(frozen=True)
class Door:
    """Where to send a person, and the mark by which their browser is known when it comes back."""

    address: str
    browser: str


async def open_door(office: Office, provider_id: str, redirect: str | None, visit: Visit, browser: str | None) -> Door:
    """Send somebody to a provider. Only the same browser can come back, once, within ten minutes."""
    provider = provider_of(office, provider_id)
    await _count(office, visit)
    browser = browser or secrets.token_urlsafe(24)
    state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
    back = rules.safe_return(redirect)
    told = {"provider": provider_id, "nonce": nonce, "redirect": back, "browser": hashed(browser).hex()}
    try:
        address = await provider.door(
            redirect_uri=_redirect_uri(office, provider_id), state=state, nonce=nonce, verifier=verifier
        )
    except ProviderAway as away:
        log.warning("a provider is away", provider=provider_id, cause=str(away))
        raise ProviderTrouble(rules.NO_SESSION, redirect=back) from away
    async with office.database.transaction() as session:
        ends = await clock.now(session) + rules.ANSWER_WITHIN
        session.add(Challenge(id=state, kind=THERE, secret=verifier.encode(), told=told, expires_at=ends))
    return Door(address, browser)


@dataclass(frozen=True)
class Returned:
    """What a provider sends a person back with."""

    state: str
    code: str | None
    error: str | None
    issuer: str | None


async def come_back(office: Office, provider_id: str, returned: Returned, browser: str | None) -> tuple[str, str]:
    """A one-time token for the browser that went there, and the path it wanted. The state is spent either way."""
    provider = provider_of(office, provider_id)
    async with office.database.transaction() as session:
        now = await clock.now(session)
        asked = await queries.passkeys.take_challenge(session, returned.state, THERE, now)
    same = asked is not None and asked.told["browser"] == hashed(browser or "").hex()
    if asked is None or not same or asked.told["provider"] != provider_id:
        raise ProviderTrouble(rules.LATE)
    redirect: str = asked.told["redirect"]
    if returned.error is not None or returned.code is None:
        raise ProviderTrouble(rules.trouble_at(returned.error), redirect=redirect)
    try:
        if returned.issuer not in (None, provider.told.issuer):
            raise TokenRefused("another issuer")
        outsider = await _outsider(office, provider, returned.code, asked)
        return await _hand_over(office, provider, outsider, asked.told["browser"]), redirect
    except (ProviderAway, TokenRefused) as reason:
        sessions.SIGN_INS.labels(provider_id, "refused").inc()
        log.warning("a sign-in with a provider failed", provider=provider_id, cause=str(reason))
        raise ProviderTrouble(rules.NO_SESSION, redirect=redirect) from reason
    except ProviderTrouble as trouble:
        raise ProviderTrouble(trouble.code, redirect=redirect) from trouble


async def _outsider(office: Office, provider: Provider, code: str, asked: Challenge) -> Outsider:
    uri = _redirect_uri(office, provider.told.id)
    tokens = await provider.exchange(code, redirect_uri=uri, verifier=asked.secret.decode())
    claims = await _claims(provider, tokens.get("id_token"), nonce=asked.told["nonce"])
    if "email" not in claims and isinstance(tokens.get("access_token"), str):
        more = await provider.about_person(tokens["access_token"])
        claims |= more if more.get("sub") == claims["sub"] else {}
    return rules.outsider_of(claims)


async def _claims(provider: Provider, id_token: Any, *, nonce: str | None) -> dict[str, Any]:
    if not isinstance(id_token, str):
        raise TokenRefused("no id token")
    claims, told = await provider.read(id_token), provider.told
    now = clock.about_now()
    try:
        return dict(rules.check_claims(claims, issuer=told.issuer, client_id=told.client_id, nonce=nonce, now=now))
    except ValueError as odd:
        raise TokenRefused(str(odd)) from odd


async def _hand_over(office: Office, provider: Provider, outsider: Outsider, browser_hash: str) -> str:
    """A token that the same browser exchanges for a session within two minutes, once."""
    user = await account_of(office, provider.told, outsider)
    handover, word = secrets.token_urlsafe(24), secrets.token_urlsafe(32)
    told = {"browser": browser_hash, "epoch": user.epoch, "way": provider.told.id}
    async with office.database.transaction() as session:
        session.add(
            Challenge(
                id=handover,
                kind=BACK,
                user_id=user.known_id,
                secret=hashed(word),
                told=told,
                expires_at=await clock.now(session) + rules.HANDED_OVER_WITHIN,
            )
        )
    return f"{handover}.{word}"


async def sign_in_by_handover(
    office: Office, token: str, browser: str | None, code: str | None, visit: Visit
) -> sessions.SignedIn:
    """Exchange the one-time token that came back in the address. The second factor is asked for before it is spent."""
    await _count(office, visit)
    handover, _, word = token.partition(".")
    async with office.database.reading() as session:
        asked = await queries.passkeys.challenge(session, handover, BACK, await clock.now(session))
        user = await queries.people.open_user(session, asked.user_id or 0) if asked else None
    if asked is None or user is None or asked.secret != hashed(word):
        raise NotSignedIn
    if asked.told["browser"] != hashed(browser or "").hex() or asked.told["epoch"] != user.epoch:
        raise NotSignedIn
    if user.has_second_factor:
        await accounts.pass_second_factor(office, user, code)
    async with office.database.transaction() as session:
        if await queries.passkeys.take_challenge(session, handover, BACK, await clock.now(session)) is None:
            raise NotSignedIn
        return await sessions.begin(office, session, user, visit, way=asked.told["way"])


async def sign_in_by_id_token(
    office: Office, provider: Provider, id_token: str, code: str | None, visit: Visit, *, same: dict[str, str] | None
) -> sessions.SignedIn:
    """Exchange a provider's fresh id token, once. `same` is what the caller says of the person: it must agree."""
    await _count(office, visit)
    try:
        outsider = rules.outsider_of(await _claims(provider, id_token, nonce=None))
        said = {"subject": outsider.subject, "email": key_of(outsider.email or "")}
        if same is not None and said != same:
            raise TokenRefused("about somebody else")
        user = await account_of(office, provider.told, outsider)
    except (ProviderAway, TokenRefused, ProviderTrouble) as reason:
        log.info("an id token was refused", provider=provider.told.id, cause=str(reason))
        raise NotSignedIn from reason
    if user.has_second_factor:
        await accounts.pass_second_factor(office, user, code)
    async with office.database.transaction() as session:
        await _spend(session, id_token)
        return await sessions.begin(office, session, user, visit, way=provider.told.id)


async def _spend(session: AsyncSession, id_token: str) -> None:
    """Whoever finds it later finds it used; it is remembered for as long as it would be believed."""
    print_of = hashlib.sha256(id_token.rpartition(".")[0].encode()).hexdigest()  # a signature can be written twice
    ends = await clock.now(session) + rules.FRESH + 3 * rules.LEEWAY
    row = {"id": print_of, "kind": USED, "secret": b"", "told": {}, "expires_at": ends}
    first = insert(Challenge).values(row).on_conflict_do_nothing().returning(col(Challenge.id))
    if (await session.execute(first)).scalar_one_or_none() is None:
        raise NotSignedIn


async def renewed(office: Office, identity: Identity) -> sessions.SignedIn:
    """Our own token for a fresh one of the same session, no longer good than the one it came for: a stolen token
    cannot outlive itself, only the cookie can do that."""
    async with office.database.reading() as session:
        user = await queries.people.open_user(session, identity.user_id)
        now = await clock.now(session)
        lives = await queries.sessions.lives(session, identity.session_id, now)
    if user is None or user.epoch != identity.epoch or not lives:
        raise NotSignedIn
    return sessions.signed_in(office, user, identity.session_id, "", now, until=identity.expires_at)


async def _count(office: Office, visit: Visit) -> None:
    await guard.count_place(office, "provider", visit, 300)


def _redirect_uri(office: Office, provider_id: str) -> str:
    return f"{office.settings.base_url}/api/v1/auth/oidc/{provider_id}/callback"
