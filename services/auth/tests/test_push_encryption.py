import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from services.auth.push import rules as push_rules
from services.auth.push.encryption import LONGEST, encrypt, public_bytes
from services.auth.push.rules import as_bytes, as_text
from services.auth.tests.browsers import FakeBrowser

# RFC 8291, section 5 and appendix A.
PLAIN = b"When I grow up, I want to be a watermelon"


SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"


RECEIVER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"


RECEIVER_PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"


SALT, SECRET = "DGv6ra1nlYgDCS1FRnbzlw", "BTBZMqHH6r4Tts7J_aSIgg"


SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
    "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def key_of(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(as_bytes(text)), ec.SECP256R1())


def test_encryption_matches_rfc_example() -> None:
    sealed = encrypt(
        PLAIN,
        p256dh=as_bytes(RECEIVER_PUBLIC),
        secret=as_bytes(SECRET),
        key=key_of(SENDER),
        salt=as_bytes(SALT),
    )
    assert as_text(sealed) == SEALED


def test_message_is_readable_by_reference_implementation() -> None:
    receiver = FakeBrowser(key_of(RECEIVER), as_bytes(SECRET))
    assert as_text(public_bytes(receiver.key)) == RECEIVER_PUBLIC
    assert receiver.read(as_bytes(SEALED)) == PLAIN


def test_other_browser_cannot_decrypt() -> None:
    with pytest.raises(ValueError, match="not for this browser"):
        FakeBrowser().read(as_bytes(SEALED))


@pytest.mark.parametrize("length", [0, 1, LONGEST])
def test_longest_message_fits_and_decrypts(length: int) -> None:
    receiver, content = FakeBrowser(), b"w" * length
    sealed = encrypt(
        content,
        p256dh=public_bytes(receiver.key),
        secret=receiver.secret,
        key=ec.generate_private_key(ec.SECP256R1()),
        salt=b"s" * 16,
    )
    assert len(sealed) <= 4096
    assert receiver.read(sealed) == content


def test_oversized_push_is_refused() -> None:
    receiver = FakeBrowser()
    with pytest.raises(ValueError, match="longer"):
        encrypt(
            b"w" * (LONGEST + 1),
            p256dh=public_bytes(receiver.key),
            secret=receiver.secret,
            key=receiver.key,
            salt=b"s" * 16,
        )


@pytest.mark.parametrize(
    ("status", "attempts", "outcome"),
    [
        (201, 1, "sent"), (204, 4, "sent"), (404, 1, "gone"), (410, 1, "gone"), (403, 1, "dropped"),
        (400, 4, "dropped"), (413, 1, "refused"), (302, 1, "refused"), (429, 3, "again"), (500, 1, "again"),
        (None, 3, "again"), (503, 4, "refused"), (None, 4, "refused"),
    ],
)  # fmt: skip
def test_push_answers_map_to_outcomes(status: int | None, attempts: int, outcome: str) -> None:
    assert push_rules.outcome_of(status, attempts) == outcome


@pytest.mark.parametrize(
    ("attempts", "asked", "seconds"),
    [
        (1, None, 30),
        (2, None, 120),
        (3, None, 600),
        (1, "90", 90),
        (1, "5", 30),
        (1, "999999", 3600),
        (1, "soon", 30),
    ],
)
def test_retry_after_is_respected_up_to_an_hour(attempts: int, asked: str | None, seconds: float) -> None:
    assert push_rules.seconds_to_wait(attempts, asked, 0.5) == seconds


def test_same_subject_has_one_valid_topic() -> None:
    topic = push_rules.topic_of("outbid", "auction 7")
    assert topic == push_rules.topic_of("outbid", "auction 7") != push_rules.topic_of("outbid", "auction 8")
    assert len(topic) <= 32


def test_long_push_text_is_truncated() -> None:
    assert push_rules.shorten("a" * 400, 300) == "a" * 299 + "…"
