"""A push that only one browser reads: the example of RFC 8291, and a browser of our own that reads it."""

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


def test_the_example_of_the_standard_comes_out_byte_for_byte() -> None:
    sealed = encrypt(
        PLAIN,
        p256dh=as_bytes(RECEIVER_PUBLIC),
        secret=as_bytes(SECRET),
        key=key_of(SENDER),
        salt=as_bytes(SALT),
    )
    assert as_text(sealed) == SEALED


def test_the_receiver_of_the_standard_reads_it() -> None:
    receiver = FakeBrowser(key_of(RECEIVER), as_bytes(SECRET))
    assert as_text(public_bytes(receiver.key)) == RECEIVER_PUBLIC
    assert receiver.read(as_bytes(SEALED)) == PLAIN


def test_another_browser_reads_nothing() -> None:
    with pytest.raises(ValueError, match="not for this browser"):
        FakeBrowser().read(as_bytes(SEALED))


@pytest.mark.parametrize("length", [0, 1, LONGEST])
def test_what_was_sealed_fits_into_what_a_service_takes_and_is_read_again(length: int) -> None:
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


def test_more_than_a_service_takes_is_refused() -> None:
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
def test_what_comes_of_an_answer(status: int | None, attempts: int, outcome: str) -> None:
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
def test_a_service_is_waited_for_as_long_as_it_asks_within_an_hour(
    attempts: int, asked: str | None, seconds: float
) -> None:
    assert push_rules.seconds_to_wait(attempts, asked, 0.5) == seconds


def test_news_about_the_same_thing_has_one_topic_that_services_take() -> None:
    topic = push_rules.topic_of("outbid", "auction 7")
    assert topic == push_rules.topic_of("outbid", "auction 7") != push_rules.topic_of("outbid", "auction 8")
    assert len(topic) <= 32


def test_a_long_name_is_cut() -> None:
    assert push_rules.cut("a" * 400, 300) == "a" * 299 + "…"
