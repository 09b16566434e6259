import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.kit import money


@given(st.integers(min_value=0, max_value=money.LARGEST_RINGGIT * 100))
def test_every_amount_round_trips(sen: int) -> None:
    """P-A8"""
    assert money.sen_from_ringgit(money.ringgit(sen)) == sen
    assert money.sen_from_ringgit(f"{sen // 100}.{sen % 100:02d}") == sen


@given(st.floats(allow_nan=True, allow_infinity=True))
def test_float_is_whole_sen_or_refused(value: float) -> None:
    """P-A8"""
    try:
        sen = money.sen_from_ringgit(value)
    except ValueError:
        return
    assert sen / 100 == value


@pytest.mark.parametrize(
    "malformed", [True, None, "", " 5", "5 ", "1e3", "٥", "+5", "-5", "0x1", "1_000", "1,000", [], {}]
)
def test_invalid_money_is_refused(malformed: object) -> None:
    """M9, P-A8"""
    with pytest.raises(ValueError, match="valid number"):
        money.sen_from_ringgit(malformed)


def test_money_in_text_has_commas_and_sen() -> None:
    assert money.format_ringgit(125_000) == "RM 1,250.00"
    assert money.format_ringgit(5) == "RM 0.05"
