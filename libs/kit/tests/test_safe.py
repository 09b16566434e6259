import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.kit.security.safe import Safe, SealBroken

SAFE = Safe("a root secret for tests")


@given(st.binary(max_size=200), st.text(max_size=20))
def test_sealed_value_opens_for_its_purpose(content: bytes, purpose: str) -> None:
    assert SAFE.open(SAFE.seal(content, purpose), purpose) == content


@given(st.binary(min_size=1, max_size=60), st.integers(min_value=0), st.integers(min_value=1, max_value=255))
def test_changed_byte_breaks_the_seal(content: bytes, where: int, change: int) -> None:
    sealed = bytearray(SAFE.seal(content, "totp"))
    sealed[where % len(sealed)] ^= change
    with pytest.raises(SealBroken):
        SAFE.open(bytes(sealed), "totp")


def test_seal_does_not_open_for_another_purpose_or_secret() -> None:
    sealed = SAFE.seal(b"secret", "totp")
    with pytest.raises(SealBroken):
        SAFE.open(sealed, "signing key")
    with pytest.raises(SealBroken):
        Safe("another root secret").open(sealed, "totp")


@pytest.mark.parametrize("cut", [0, 1, 11, 12, 27])
def test_truncated_seal_is_refused(cut: int) -> None:
    with pytest.raises(SealBroken):
        SAFE.open(SAFE.seal(b"secret", "totp")[:cut], "totp")


def test_same_content_is_sealed_differently_each_time() -> None:
    assert SAFE.seal(b"secret", "totp") != SAFE.seal(b"secret", "totp")


def test_derived_value_is_stable_and_depends_on_all_inputs() -> None:
    word = SAFE.derive("verify", "41")
    assert word == Safe("a root secret for tests").derive("verify", "41")
    others = {
        SAFE.derive("verify", "42"),
        SAFE.derive("reset", "41"),
        Safe("other").derive("verify", "41"),
        hmac.new(b"a root secret for tests", b"41", hashlib.sha256).hexdigest(),
    }
    assert word not in others
    assert len(others) == 4
    assert len(word) == 64


def test_empty_root_secret_is_refused() -> None:
    with pytest.raises(ValueError, match="root secret"):
        Safe("")
