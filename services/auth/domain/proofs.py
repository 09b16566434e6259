"""Proving once more who one is: by what, and for how long that counts."""

from datetime import timedelta

COUNTS_FOR = timedelta(minutes=5)
PASSWORD, PASSKEY, CODE = "password", "passkey", "code"
ANY_WAY = frozenset({PASSWORD, PASSKEY, CODE})
# For changes of the second factor itself, which ask for a code beside the proof.
NO_CODE = frozenset({PASSWORD, PASSKEY})


def methods_of(
    *, has_password: bool, has_passkey: bool, has_second_factor: bool, ways: frozenset[str]
) -> list[str]:
    """Return by what this person can prove it, the usual first."""
    possible = ((PASSWORD, has_password), (PASSKEY, has_passkey), (CODE, has_second_factor))
    return [way for way, has in possible if has and way in ways]
