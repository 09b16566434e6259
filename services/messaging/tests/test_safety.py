import time

import pytest

from services.messaging.messages.rules import warnings_of


@pytest.mark.parametrize(
    ("content", "codes"),
    [
        ("Is it still available for RM 180?", []),
        ("Batch 8K3401, bought in 2023, 100 ml, 5 sprays used", []),
        ("Tracking EH123456789MY", []),
        ("Maybank 5641 2345 6789", ["bank_account"]),
        ("maybank ５６４１２３４５６７８９", ["bank_account"]),
        ("Number 5641 2345 6789 on the box", []),
        ("WhatsApp 012-345 6789", ["phone"]),
        ("call +60 12 345 6789", ["phone"]),
        ("write to oud@example.com", ["email"]),
        ("see bit.ly/cheap-oud", ["link"]),
        ("please transfer direct", ["payment"]),
        (
            "Transfer direct, Maybank 5641 2345 6789, call 012-345 6789, a@b.my or bit.ly/oud",
            ["bank_account", "phone", "email", "link", "payment"],
        ),
        ("Bayar terus, lagi murah", ["payment"]),
        ("your pаypal name", ["lookalike"]),  # A Cyrillic letter.
        ("Духи из Москвы", []),
    ],
)
def test_each_kind_of_risky_message_has_its_code(content: str, codes: list[str]) -> None:
    assert warnings_of(content) == codes


@pytest.mark.parametrize("piece", ["1 ", "60 1", "a.", "a-", "a@", "www.", "maybank 1", "ﷺ", "а"])
def test_longest_message_is_scanned_quickly(piece: str) -> None:
    content = (piece * 2_000)[:2_000]
    began = time.process_time()
    warnings_of(content)
    assert time.process_time() - began < 0.05
