"""Scam warnings for the receiver. Messages are never deleted. Each check runs in linear time."""

import re

from libs.kit.text import normal

# At least the maximum message length. Longer text is not checked.
_MOST = 2_000


_BANKS = (
    "maybank", "cimb", "public bank", "rhb", "hong leong", "ambank", "bank islam", "bsn", "affin", "alliance",
    "uob", "ocbc", "muamalat", "agrobank", "bank rakyat", "gxbank", "touch n go", "touch 'n go", "tng", "duitnow",
    "account", "acc no", "akaun", "no akaun",
)  # fmt: skip


_PAYMENT = (
    "transfer", "duitnow", "tng", "touch n go", "bank in", "direct deposit", "western union", "crypto", "usdt",
    "pay me", "bayar terus", "pindahan", "deposit dulu",
)  # fmt: skip


_DIGITS = re.compile(r"(?<!\d)(?<!\d[ \-])\d(?:[ \-]?\d){9,15}(?![ \-]?\d)")


_PHONE = re.compile(r"(?:\+?60[ \-]?|\b0)1\d(?:[ \-]?\d){7,8}\b")


_LINK = re.compile(
    r"(?:https?://|www\.)\S{1,300}|\b[a-z0-9\-]{1,63}\.(?:com|my|net|org|info|xyz|top|shop|link|me|ly)\b"
)


_EMAIL = re.compile(r"[a-z0-9._%+\-]{1,64}@[a-z0-9\-]{1,63}\.[a-z]{2,24}")


_LOOKALIKE = re.compile(r"[\u0400-\u04ff\u0370-\u03ff]")


_LATIN = re.compile(r"[a-z]")


def warnings_of(content: str) -> list[str]:
    plain = normal("NFKC", content[:_MOST])[: 2 * _MOST].casefold()
    found = []
    if _has_account(plain):
        found.append("bank_account")
    if _PHONE.search(plain):
        found.append("phone")
    if _EMAIL.search(plain):
        found.append("email")
    # Email addresses are removed first, because part of an address would match as a link.
    if _LINK.search(_EMAIL.sub(" ", plain)):
        found.append("link")
    if any(word in plain for word in _PAYMENT):
        found.append("payment")
    if _has_lookalikes(plain):
        found.append("lookalike")
    return found


def _has_account(plain: str) -> bool:
    without_phones = _PHONE.sub(" ", plain)
    if not any(name in plain for name in _BANKS):
        return False
    return _DIGITS.search(without_phones) is not None


def _has_lookalikes(plain: str) -> bool:
    return any(_LOOKALIKE.search(word) and _LATIN.search(word) for word in plain.split())
