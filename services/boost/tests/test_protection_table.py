"""The state table of protected purchase: every cell, and what the page in docs says of it (beyond 6.2)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from services.boost.domain import protection_page
from services.boost.protection import rules as protection_rules
from services.boost.protection.rules import ProtectionStepRefused
from tests.architecture.protected_purchase import DOCUMENT

NOW = datetime(2026, 11, 25, 4, tzinfo=UTC)  # a Wednesday, noon in Malaysia
# The table once more, written by hand in a line or two a state: what moves it, and to where.
MOVES = """
awaiting_funds: PAID>held PAID_OUTSIDE>outside DEAL_CANCELLED>cancelled STAFF_CANCELLED>cancelled
held: SHIPPED>shipped ACCEPTED>released DEAL_CANCELLED>refunded CALL_OFF>refunded TIME>refunded
held: STAFF_SHIPPED>shipped STAFF_DELIVERED>inspection STAFF_CANCELLED>refunded
shipped: ARRIVED>inspection ACCEPTED>released DEAL_CANCELLED>refunded DISPUTE>disputed TIME>inspection
shipped: STAFF_DELIVERED>inspection STAFF_CANCELLED>refunded
inspection: ACCEPTED>released DEAL_CANCELLED>refunded DISPUTE>disputed TIME>released STAFF_CANCELLED>refunded
disputed: ACCEPTED>released DEAL_CANCELLED>refunded RELEASE>released REFUND>refunded RETURN>return_requested SPLIT>split
disputed: DECIDE>decided
decided: ACCEPTED>released RELEASE>released REFUND>refunded RETURN>return_requested SPLIT>split
decided: APPEAL>appealed REOPEN>disputed
appealed: ACCEPTED>released RELEASE>released REFUND>refunded RETURN>return_requested SPLIT>split
return_requested: ACCEPTED>released DEAL_CANCELLED>refunded SEND_BACK>return_sent TIME>released
return_requested: RELEASE>released REFUND>refunded SPLIT>split DECIDE>decided
return_sent: TAKE_BACK>returned DEAL_CANCELLED>returned TIME>returned OBJECT>disputed
return_sent: RELEASE>released REFUND>refunded SPLIT>split DECIDE>decided
withheld: CLEARED>released RELEASE>released REFUND>refunded SPLIT>split DEAL_CANCELLED>refunded
withheld: STAFF_CANCELLED>refunded
released:
refunded:
returned:
split:
cancelled:
outside:
"""
AGAIN = {
    ("shipped", "SHIPPED"), ("inspection", "ARRIVED"), ("disputed", "DISPUTE"), ("disputed", "OBJECT"),
    ("return_requested", "RETURN"), ("appealed", "APPEAL"),
    ("withheld", "ACCEPTED"), ("return_sent", "SEND_BACK"), ("released", "RELEASE"), ("refunded", "CALL_OFF"),
    ("refunded", "REFUND"),
    ("returned", "TAKE_BACK"), ("split", "SPLIT"),
}  # fmt: skip


def expected() -> dict[tuple[str, str], str]:
    moves = {}
    for line in MOVES.strip().splitlines():
        state, _, rest = line.partition(":")
        for move in rest.split():
            event, _, following = move.partition(">")
            moves[state, event] = following
    return moves


@pytest.mark.parametrize("state", protection_rules.STATES)
@pytest.mark.parametrize("event", list(protection_rules.EVENTS))
def test_each_cell_moves_stays_or_is_refused(
    state: protection_rules.State, event: protection_rules.Event
) -> None:
    """C36, U28: what the page says is what the row does."""
    following = expected().get((state, event))
    if following is not None:
        assert protection_rules.next_state(state, event) == following
        assert protection_page.cell(state, event) == f"→ {following}"
    elif event in protection_rules.REPORTED or (state, event) in AGAIN:
        assert protection_rules.next_state(state, event) == state
        assert protection_page.cell(state, event) == ("credited" if event == "PAID" else "stays")
    else:
        with pytest.raises(ProtectionStepRefused):
            protection_rules.next_state(state, event)
        assert protection_page.cell(state, event) == "refused"


@pytest.mark.parametrize("state", protection_rules.STATES)
@pytest.mark.parametrize("event", list(protection_rules.EVENTS))
def test_on_hold_no_word_of_a_buyer_and_no_clock_pays_a_seller_and_all_else_is_as_before(
    state: protection_rules.State, event: protection_rules.Event
) -> None:
    following = expected().get((state, event))
    if following == "released" and event in ("ACCEPTED", "TIME"):
        assert protection_rules.next_state(state, event, is_on_hold=True) == "withheld"
    elif following is not None:
        assert protection_rules.next_state(state, event, is_on_hold=True) == following


def test_no_clock_moves_a_disputed_purchase_and_nothing_moves_an_ended_one() -> None:
    for state in ("disputed", "appealed"):
        assert protection_rules.next_state(state, "TIME") == state
    for state in (*protection_rules.PAID_OUT, "cancelled", "outside"):
        assert all(
            protection_rules.TABLE.get((state, event), state) == state for event in protection_rules.EVENTS
        )


@pytest.mark.parametrize("state", ["disputed", "decided", "appealed", "return_requested", "return_sent"])
def test_no_word_of_staff_about_the_order_moves_what_is_disputed(state: protection_rules.State) -> None:
    """Staff decides a dispute itself, when both were heard."""
    assert (
        protection_rules.next_state(state, "STAFF_DELIVERED")
        == protection_rules.next_state(state, "STAFF_CANCELLED")
        == state
    )


def test_the_page_in_docs_is_the_table() -> None:
    assert DOCUMENT.read_text() == protection_page.as_markdown(), "make protected-purchase"


def test_what_a_person_may_do_next_is_what_the_table_lets_them() -> None:
    """Each offered step moves the state, and is for this one of the two."""
    for state in protection_rules.STATES:
        buyers = protection_rules.list_steps(state, "buyer", may_call_off=True)
        sellers = protection_rules.list_steps(state, "seller", may_call_off=True)
        assert not set(buyers) & set(sellers)
        assert all(protection_rules.next_state(state, one) != state for one in (*buyers, *sellers))
    assert protection_rules.list_steps("held", "buyer", may_call_off=False) == []


def test_bottle_is_accepted_only_after_it_was_posted() -> None:
    with pytest.raises(ProtectionStepRefused):
        protection_rules.check_acceptance("held")
    protection_rules.check_acceptance("shipped")
    protection_rules.check_acceptance("released")


def test_three_working_days_pass_over_a_weekend() -> None:
    assert protection_rules.ship_deadline(NOW) == NOW + timedelta(days=5)  # Thursday, Friday, Monday
    assert protection_rules.ship_deadline(NOW - timedelta(days=2)) == NOW + timedelta(days=1)


@pytest.mark.parametrize(
    ("amount", "points", "fee"), [(10_000, 300, 300), (50, 300, 2), (49, 100, 0), (1, 0, 0)]
)
def test_the_fee_is_rounded_to_the_nearest_sen(amount: int, points: int, fee: int) -> None:
    assert protection_rules.fee_of(amount, points) == fee


def test_staff_decides_when_both_were_heard_or_the_time_is_over_and_at_once_on_a_counterfeit() -> None:
    later = NOW + protection_rules.EVIDENCE_FOR
    given: dict[str, Any] = {"evidence_until": later, "now": NOW, "is_about_return": False}
    assert not protection_rules.may_decide("damaged", have_both_spoken=False, **given)
    assert protection_rules.may_decide("damaged", have_both_spoken=True, **given)
    assert protection_rules.may_decide("counterfeit", have_both_spoken=False, **given)
    assert protection_rules.may_decide("damaged", have_both_spoken=False, **(given | {"now": later}))
    back = given | {"is_about_return": True}
    assert not protection_rules.may_decide("counterfeit", have_both_spoken=False, **back)
    assert protection_rules.may_decide("counterfeit", have_both_spoken=True, **back)
