"""When two pictures look the same: their 64 bits differ in few places."""

# The photographs of the demo's different bottles differ in twelve and more, copies that were saved anew, made
# smaller, brighter or cut a little in up to this many (decision 0058).
MOST_DIFFERENT = 7
QUARTERS, QUARTER_BITS = 4, 16
_SIGN, _SPAN = 2**63, 2**64


def as_bigint(look: int | None) -> int | None:
    """Return the 64 bits as the table holds them: the first one is a sign there."""
    return look - _SPAN if look is not None and look >= _SIGN else look


def near_quarters(look: int) -> list[list[int]]:
    """Return for each quarter what a look within the distance may hold there: itself, or one bit of it other.

    Seven bits that differ are spread over four quarters, so one of these has at most one of them."""
    quarters = [look >> shift & 0xFFFF for shift in range(0, QUARTERS * QUARTER_BITS, QUARTER_BITS)]
    return [[quarter, *(quarter ^ 1 << bit for bit in range(QUARTER_BITS))] for quarter in quarters]
