from typing import Any

import pytest

from services.boost.payments.providers import signatures
from services.boost.payments.providers.billplz import fields_of, outcome_of
from services.boost.payments.providers.payment_orders import words_of

KEY = "S-s7b4yWpp9h7rrkNM1i3Z_g"
JOMWEB = {
    "id": "W_79pJDk", "collection_id": "599", "paid": "true", "state": "paid", "amount": "200", "paid_amount": "0",
    "due_at": "2020-12-31", "email": "api@billplz.com", "mobile": "+60112223333", "name": "MICHAEL API",
    "url": "http://billplz.dev/bills/W_79pJDk", "paid_at": "2015-03-09 16:23:59 +0800",
}  # fmt: skip
CALLBACK = {
    "id": "zq0tm2wc", "collection_id": "yhx5t1pp", "paid": "true", "state": "paid", "amount": "100",
    "paid_amount": "100", "due_at": "2018-9-27", "email": "tester@test.com", "mobile": "", "name": "TESTER",
    "url": "http://www.billplz-sandbox.com/bills/zq0tm2wc", "paid_at": "2018-09-27 15:15:09 +0800",
}  # fmt: skip
REDIRECT = {"billplzid": "zq0tm2wc", "billplzpaid": "true", "billplzpaid_at": "2018-09-27 15:15:09 +0800"}
FORM = {
    "amount": "200", "callback_url": "https://example.com/webhook", "collection_id": "inbmmepb",
    "description": "testing", "email": "api@billplz.com", "name": "Michael",
}  # fmt: skip
VECTORS = [
    (KEY, CALLBACK, "0fe0a20b8d557eeae570377783d062a3816a9ea80f368860bacfa7ec3ca4d00e"),
    (KEY, REDIRECT, "4aab095fe5a39b1d534500988f9a0cb085cd1b6d5bbb55dd4e02ea6fa102b47b"),
    ("abc123cde456", FORM, "ef5e54a22af0925cba88fab467119742e90262e3646eea1dee3949938daf3a38"),
    ("foobar", JOMWEB, "01bdc1167f8b4dd1f591d8af7ada00061d39ca2b63e66c6588474a918a04796c"),
    (
        "foobar",
        JOMWEB | {"transaction_id": "AC4GC031F42H", "transaction_status": "completed"},
        "c0041545dca8ceb082b29f544559465a0757b4208fe1ca74351128bc74402cf5",
    ),
]


@pytest.mark.parametrize(("key", "fields", "signature"), VECTORS)
def test_published_vectors_have_their_signatures(key: str, fields: dict[str, str], signature: str) -> None:
    assert signatures.sign(key, fields.items()) == signature
    assert signatures.is_signed(key, fields.items(), signature)
    assert signatures.sign(key, reversed([*fields.items()])) == signature, "whatever the order they come in"


def test_signature_source_matches_documentation() -> None:
    assert signatures.source_of(CALLBACK.items()) == (
        "amount100|collection_idyhx5t1pp|due_at2018-9-27|emailtester@test.com|idzq0tm2wc|mobile|nameTESTER|"
        "paid_amount100|paid_at2018-09-27 15:15:09 +0800|paidtrue|statepaid|"
        "urlhttp://www.billplz-sandbox.com/bills/zq0tm2wc"
    )


@pytest.mark.parametrize("changed", [*CALLBACK, "extra"])
def test_any_changed_field_breaks_the_signature(changed: str) -> None:
    """P-E2"""
    signature = VECTORS[0][2]
    assert not signatures.is_signed(KEY, (CALLBACK | {changed: "x"}).items(), signature)
    less = {name: value for name, value in CALLBACK.items() if name != changed}
    assert signatures.is_signed(KEY, less.items(), signature) is (changed == "extra")


@pytest.mark.parametrize(
    "wrong", ["", VECTORS[0][2].upper(), VECTORS[1][2], "\udcff", "ü", VECTORS[0][2] + " "]
)
def test_similar_text_is_not_the_signature(wrong: str) -> None:
    """P-E2"""
    assert not signatures.is_signed(KEY, CALLBACK.items(), wrong)
    assert not signatures.is_signed(KEY + "x", CALLBACK.items(), VECTORS[0][2])


def test_empty_values_count_and_repeated_fields_are_refused() -> None:
    assert fields_of("callback", b"id=a&mobile=&name=B") == {"id": "a", "mobile": "", "name": "B"}
    assert fields_of("callback", b"id=a&id=b") is None
    assert fields_of("callback", "id=ü".encode()) is None
    assert fields_of("callback", b"&".join(b"f%d=1" % n for n in range(60))) is None


def test_extra_redirect_parameters_are_ignored() -> None:
    query = b"tab=x&billplz[id]=a&billplz%5Bpaid%5D=true&billplz[other]=1&billplz[paid_at]=&utm=1"
    assert fields_of("redirect", query) == {"id": "a", "paid": "true", "paid_at": ""}


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        ({}, "paid"),
        ({"transaction_status": "completed"}, "paid"),
        ({"transaction_status": "pending"}, "unclear"),
        ({"state": "due"}, "unclear"),
        ({"paid": "TRUE"}, "unclear"),
        ({"paid": "false", "state": "due"}, "failed"),
        ({"paid": "false", "transaction_status": "pending"}, "unclear"),
        ({"paid": "false", "state": "deleted"}, "deleted"),
    ],
)
def test_only_paid_and_completed_bill_is_paid(fields: dict[str, str], outcome: str) -> None:
    assert outcome_of(CALLBACK | fields, is_callback=True) == outcome


def test_both_error_formats_are_parsed() -> None:
    assert words_of({"error": {"type": "RateLimit", "message": ["Too many requests"]}}) == "Too many requests"
    assert words_of({"error": {"type": "x", "message": "Not found"}}) == "Not found"
    odd: list[Any] = [None, [], {"error": 1}, {"error": {"message": None}}]
    assert [words_of(item) for item in odd] == [""] * 4


def test_payout_checksum_matches_published_vectors() -> None:
    key = "S-R5t3Uw6SrwXNWyZV-naVHg"
    assert signatures.checksum(key, ("My payment order title", "1681724303")) == (
        "575c35c13ba37ccc2a434529e5082a71a574d304ba007592af44339d4436467d"
        "6a49107c95e51905cd80dce0f745760bd42fe73e2bc3bcd7ab79d07cc7fb4fa4"
    )
    callback = (
        "0b924e37-7418-4d17-b234-8de424dc48e5", "1234567890", "refunded", "500000", "My first payment order",
        "1681895891",
    )  # fmt: skip
    assert signatures.checksum(key, callback).startswith("2720f5ef16c7d046")
