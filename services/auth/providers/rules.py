import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from hmac import compare_digest
from typing import Any
from urllib.parse import unquote, urlsplit

from libs.kit.text import normal
from services.auth.accounts.rules import check_email, check_username

ALGORITHMS = ("RS256", "ES256", "Ed25519", "EdDSA")


ANSWER_WITHIN = timedelta(minutes=10)


HANDED_OVER_WITHIN = timedelta(seconds=120)


LEEWAY, FRESH = timedelta(seconds=60), timedelta(minutes=10)


LONGEST_PATH, LONGEST_SUBJECT = 512, 255


PATH = re.compile(r"/[A-Za-z0-9._~!$&'()*+,;=:/?%#-]*")


NO_SESSION, NO_DATA, NO_SYNC, LATE = "no_session", "no_data", "no_sync", "too_late"


REGISTRATION_PAUSED = "registration_paused"


# Standard error codes that the app can explain. The provider's own text is never shown, because anyone can
# write it into the URL.
PASSED_ON = frozenset({
    "access_denied", "server_error", "temporarily_unavailable",
    "login_required", "interaction_required", "consent_required", "account_selection_required",
    "invalid_request", "unauthorized_client", "unsupported_response_type", "invalid_scope",
})  # fmt: skip


class ProviderTrouble(Exception):
    """The app shows a text for each code."""

    def __init__(self, code: str, *, redirect: str = "/") -> None:
        super().__init__(code)
        self.code, self.redirect = code, redirect


@dataclass(frozen=True)
class ProviderProfile:
    """`email` is only set if the provider has verified it."""

    subject: str
    email: str | None
    first_name: str
    last_name: str


def safe_return(path: str | None) -> str:
    """Returns `path` if it leads to this site, otherwise "/". Checks again after each round of unescaping,
    because browsers unescape too."""
    if path is None or len(path) > LONGEST_PATH or not PATH.fullmatch(path):
        return "/"
    unwrapped = path
    for _ in range(4):
        if not _stays_here(unwrapped):
            return "/"
        unwrapped = unquote(unwrapped)
    return path if unwrapped == unquote(unwrapped) else "/"


def _stays_here(path: str) -> bool:
    """True if parsing and rebuilding gives the same path, without host, dot segments or control
    characters."""
    if (
        not path.startswith("/")
        or path.startswith("//")
        or "\\" in path
        or "\ufffd" in path
        or not path.isprintable()
    ):
        return False
    try:
        parts = urlsplit(path)
    except ValueError:
        return False
    rebuilt = (
        parts.path
        + (f"?{parts.query}" if parts.query else "")
        + (f"#{parts.fragment}" if parts.fragment else "")
    )
    segments = parts.path.split("/")
    same = rebuilt == path.rstrip("?#") and not parts.scheme and not parts.netloc
    return same and not {".", ".."} & set(segments) and "" not in segments[1:-1]


def check_claims(
    claims: Mapping[str, Any], *, issuer: str, client_id: str, nonce: str | None, now: datetime
) -> Mapping[str, Any]:
    """Raises ValueError if the token has expired, or is for another audience or sign-in. Verify the signature
    first."""
    if claims.get("iss") != issuer:
        raise ValueError("another issuer")
    audience = claims.get("aud")
    audiences = audience if isinstance(audience, list) else [audience]
    if client_id not in audiences or (len(audiences) > 1 and "azp" not in claims):
        raise ValueError("another audience")
    if claims.get("azp", client_id) != client_id:
        raise ValueError("another party")
    _check_times(claims, now)
    if nonce is not None and not compare_digest(str(claims.get("nonce", "")).encode(), nonce.encode()):
        raise ValueError("another sign-in")
    subject = claims.get("sub")
    if not isinstance(subject, str) or not 0 < len(subject) <= LONGEST_SUBJECT or not subject.isprintable():
        raise ValueError("nobody")
    return claims


def _check_times(claims: Mapping[str, Any], now: datetime) -> None:
    moments = {name: claims.get(name) for name in ("iat", "exp", "nbf")}
    for name, moment in moments.items():
        not_a_moment = (
            isinstance(moment, bool) or not isinstance(moment, int | float) or not abs(moment) < 2**40
        )
        if not_a_moment and not (name == "nbf" and moment is None):
            raise ValueError(f"no {name}")
    issued, ends, begins = (float(moments[name] or 0) for name in ("iat", "exp", "nbf"))
    seconds, leeway = now.timestamp(), LEEWAY.total_seconds()
    if seconds >= ends + leeway:
        raise ValueError("too old")
    if max(issued, begins) > seconds + leeway or issued < seconds - FRESH.total_seconds() - leeway:
        raise ValueError("of another time")


def outsider_of(claims: Mapping[str, Any]) -> ProviderProfile:
    first, last = _name(claims.get("given_name")), _name(claims.get("family_name"))
    if not first:
        first, _, last = _name(claims.get("name")).partition(" ")
    word = claims.get("email_verified")
    confirmed = word is True or word == "true"
    return ProviderProfile(claims["sub"], _address(claims.get("email")) if confirmed else None, first, last)


def _address(email: Any) -> str | None:
    try:
        return check_email(email) if isinstance(email, str) else None
    except ValueError:
        return None


def _name(words: Any) -> str:
    line = " ".join(words.split()) if isinstance(words, str) else ""
    return line[:100].strip() if line.isprintable() else ""


def username_stem(profile: ProviderProfile) -> str:
    """Builds a username from the person's name. Never uses the email address, because usernames are
    public."""
    letters = normal("NFKD", f"{profile.first_name}.{profile.last_name}".lower())
    stem = re.sub(r"[^a-z0-9]+", ".", letters.encode("ascii", "ignore").decode()).strip(".")[:40].strip(".")
    try:
        return check_username(stem)
    except ValueError:
        return "member"


def trouble_at(error: str | None) -> str:
    return error if error in PASSED_ON else NO_SESSION
