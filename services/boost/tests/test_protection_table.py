from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any, cast, get_args

import pytest

from services.boost.protection import rules
from services.boost.protection.rules import ProtectionStepRefused
from tools import protected_purchase
from tools.protected_purchase import DOCUMENT, STATES

NOW = datetime(2026, 11, 25, 4, tzinfo=UTC)  # A Wednesday, noon in Malaysia.
# Written by hand: what moves each state, and to where.
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


def expected() -> dict[tuple[rules.State, rules.Event], rules.State]:
    moves = {}
    for line in MOVES.strip().splitlines():
        state, _, rest = line.partition(":")
        for move in rest.split():
            event, _, following = move.partition(">")
            cell = cast("tuple[rules.State, rules.Event]", (state, event))
            moves[cell] = cast("rules.State", following)
    return moves


def test_every_cell_of_the_protection_table_holds() -> None:
    """C36, U28"""
    moves = expected()
    for state, event in product(STATES, get_args(rules.Event)):
        cell = protected_purchase.cell(state, event)
        try:
            actual = rules.next_state(state, event)
        except ProtectionStepRefused:
            actual = None
        if (following := moves.get((state, event))) is not None:
            assert (actual, cell) == (following, f"→ {following}"), (state, event)
        elif event in rules.REPORTED or (state, event) in AGAIN:
            assert (actual, cell) == (state, "credited" if event == "PAID" else "stays"), (state, event)
        else:
            assert (actual, cell) == (None, "refused"), (state, event)


def test_payout_hold_stops_only_releases_without_staff_decision() -> None:
    for (state, event), following in expected().items():
        is_stopped = following == "released" and event in ("ACCEPTED", "TIME")
        actual = rules.next_state(state, event, is_on_hold=True)
        assert actual == ("withheld" if is_stopped else following), (state, event)


def test_no_deadline_moves_a_dispute_and_ended_deals_never_move() -> None:
    for state in ("disputed", "appealed"):
        assert rules.next_state(state, "TIME") == state
    for state in (*rules.PAID_OUT, "cancelled", "outside"):
        assert all(rules.TABLE.get((state, event), state) == state for event in get_args(rules.Event))


@pytest.mark.parametrize("state", ["disputed", "decided", "appealed", "return_requested", "return_sent"])
def test_staff_order_changes_move_no_dispute(state: rules.State) -> None:
    assert rules.next_state(state, "STAFF_DELIVERED") == rules.next_state(state, "STAFF_CANCELLED") == state


def test_documented_table_matches_code() -> None:
    assert DOCUMENT.read_text() == protected_purchase.as_markdown(), "make protected-purchase"


def test_offered_steps_match_the_table() -> None:
    for state in STATES:
        buyers = rules.list_steps(state, "buyer", may_call_off=True)
        sellers = rules.list_steps(state, "seller", may_call_off=True)
        assert not set(buyers) & set(sellers)
        assert all(rules.next_state(state, item) != state for item in (*buyers, *sellers))
    assert rules.list_steps("held", "buyer", may_call_off=False) == []


def test_bottle_is_accepted_only_after_it_was_posted() -> None:
    with pytest.raises(ProtectionStepRefused):
        rules.check_acceptance("held")
    rules.check_acceptance("shipped")
    rules.check_acceptance("released")


def test_working_days_skip_the_weekend() -> None:
    assert rules.ship_deadline(NOW) == NOW + timedelta(days=5)  # Thursday, Friday, Monday.
    assert rules.ship_deadline(NOW - timedelta(days=2)) == NOW + timedelta(days=1)


@pytest.mark.parametrize(
    ("amount", "points", "fee"), [(10_000, 300, 300), (50, 300, 2), (49, 100, 0), (1, 0, 0)]
)
def test_fee_is_rounded_to_nearest_sen(amount: int, points: int, fee: int) -> None:
    assert rules.fee_of(amount, points) == fee


def test_staff_decide_after_evidence_or_deadline_or_counterfeit() -> None:
    later = NOW + rules.EVIDENCE_FOR
    given: dict[str, Any] = {"evidence_until": later, "now": NOW, "is_about_return": False}
    assert not rules.may_decide("damaged", have_both_spoken=False, **given)
    assert rules.may_decide("damaged", have_both_spoken=True, **given)
    assert rules.may_decide("counterfeit", have_both_spoken=False, **given)
    assert rules.may_decide("damaged", have_both_spoken=False, **(given | {"now": later}))
    back = given | {"is_about_return": True}
    assert not rules.may_decide("counterfeit", have_both_spoken=False, **back)
    assert rules.may_decide("counterfeit", have_both_spoken=True, **back)


@pytest.mark.parametrize("state", sorted(rules.HOLDING))
def test_report_of_nonpayment_is_refused_once_money_is_held(state: rules.State) -> None:
    rules.check_cancellation("awaiting_funds", rules.Cancellation("unpaid"), None)
    with pytest.raises(rules.CancellationClosed):
        rules.check_cancellation(state, rules.Cancellation("unpaid"), None)
