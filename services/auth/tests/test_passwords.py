import gzip
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.kit.errors import InvalidInput
from services.auth.accounts import passwords
from services.auth.accounts.password_hashing import Passwords
from services.auth.accounts.passwords import check_new_password, refuse_weak_password

SHORT = "Password must be at least 8 characters"


LONG = "Password must be 128 characters or less"


COMMON = "This password is too common. Choose another one."


NAME = "Password must not contain your username or e-mail address."


@pytest.mark.parametrize(
    ("password", "words"),
    [
        ("", SHORT),
        ("Haruman", SHORT),
        ("😀" * 7, SHORT),
        ("x" * 129, LONG),
        ("password1", COMMON),
        ("PassWord1", COMMON),
        ("qwertyuiop", COMMON),
        ("nur-and-more", NAME),
        ("my-NURUL.A-2026", NAME),
    ],
)
def test_weak_new_password_is_refused_with_reason(password: str, words: str) -> None:
    """AUTH-20, AUTH-62"""
    with pytest.raises(ValueError, match="^" + words.replace(".", r"\.") + "$"):
        check_new_password(password, username="nur", email="nurul.a@example.my")


@pytest.mark.parametrize("password", ["Cendana hujan 7", "x" * 128, "正しい馬電池ホッチキス", "a b c d e"])
def test_good_password_is_kept_including_spaces(password: str) -> None:
    assert check_new_password(password, username="nurul", email="a@example.my") == password


def test_every_common_password_is_refused() -> None:
    words = gzip.decompress(passwords.COMMON.read_bytes()).decode().strip().split("\n")
    assert len(words) > 8000
    assert all(len(word) >= passwords.SHORTEST for word in words)
    assert [word for word in words if not passwords.is_common(word)] == []


def test_common_password_list_takes_under_100_kb() -> None:
    assert sys.getsizeof(passwords.common_passwords()) < 100_000


async def test_password_hash_costs_nineteen_megabytes() -> None:
    stored = await Passwords(workers=1, queue=1).hash("Cendana hujan 7")
    assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")


def test_weak_password_is_a_field_error() -> None:
    """AUTH-41"""
    with pytest.raises(InvalidInput) as refusal:
        refuse_weak_password("password1", username="nurul", email="a@example.my", field="newPassword")
    assert refusal.value.details == {"fields": [{"field": "newPassword", "message": COMMON}]}


@given(st.text(max_size=200), st.text(max_size=60), st.text(max_size=60))
def test_any_password_text_gets_an_answer(password: str, username: str, email: str) -> None:
    assert verdict(password, username, email) in {None, SHORT, LONG, COMMON, NAME}


def verdict(password: str, username: str, email: str) -> str | None:
    try:
        check_new_password(password, username=username, email=email)
    except ValueError as reason:
        return str(reason)
    return None
