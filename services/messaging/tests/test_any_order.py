import asyncio
import os
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule, run_state_machine_as_test

from libs.kit.testing import Service
from services.messaging.deals import commands
from services.messaging.deals import rules as deal_rules
from services.messaging.offers import rules as offer_rules
from services.messaging.tests.makers import carry
from services.messaging.tests.pressing import NOBODYS, Pressing, Who

pytestmark = pytest.mark.servers


EXAMPLES, STEPS = 36, 20


TURNS = 8


TABLE = dict(deal_rules.TABLE)


WHO = st.sampled_from(("seller", "buyer"))


AMOUNTS = st.sampled_from((400, 500, 600))


REPLIES = ("accept", "decline", "withdraw", "counter")


ENDS = {"accept": "accepted", "decline": "declined", "withdraw": "withdrawn", "counter": "countered"}


REFUSED = {403, 404, 409, 422}


# States in which a bottle is reserved.
HOLDING = {"awaiting_payment", "awaiting_delivery", "shipped", "awaiting_review", "completed"}


_STOCK = (
    "SELECT stock_quantity AS free, status, (SELECT count(*) FROM reservations "
    "WHERE product_id = p.id AND state <> 'released') AS held FROM products p WHERE id = :id"
)


class Purchases(Pressing):
    @rule(who=WHO)
    def initiate(self, who: Who) -> None:
        form = {"productId": self.product_id, "actionType": "INITIATE"}
        receiver = self.ids["buyer" if who == "seller" else "seller"]
        status = self.post(who, "/messages/action", receiverId=receiver, **form).status_code
        assert status in ((200, 201, 409) if who == "seller" else (404,))

    @rule(pick=st.integers(0, 1), steps=st.integers(1, 5), is_new=st.booleans())
    def go_on(self, pick: int, steps: int, is_new: bool) -> None:
        if is_new or not self.states:
            self.initiate("seller")
            self.deals_go_along_the_table_one_card_and_one_offer_are_open()
        for _ in range(steps):
            _, state = self.deal(pick)
            if state == "awaiting_delivery" and steps % 2:
                self.ship("seller", pick, "in_person")
                self.deals_go_along_the_table_one_card_and_one_offer_are_open()
                continue
            for action, states in deal_rules.OPEN_IN.items():
                if state in states and action == "REVIEW":
                    self.review("buyer", pick, 5)
                elif state in states:
                    self.confirm(deal_rules.CARDS[action], action, pick)
            self.deals_go_along_the_table_one_card_and_one_offer_are_open()

    @precondition(lambda self: self.states)
    @rule(who=WHO, action=st.sampled_from(tuple(deal_rules.CARDS)), pick=st.integers(0, 3))
    def confirm(self, who: Who, action: str, pick: int) -> None:
        deal_id, state = self.deal(pick)
        card, free = self.card(deal_id, action), self.has_stock()
        status = self.post(who, "/messages/action/confirm", messageId=card).status_code
        if card == NOBODYS:
            assert status == 404
        elif deal_rules.CARDS[action] != who:
            assert status == 403
        elif action == "REVIEW" or (state, action) not in TABLE:
            assert status == 409
        else:
            asks_catalog = state in ("offered", "unavailable")
            assert status == (200 if free or not asks_catalog else 409)

    @precondition(lambda self: self.states)
    @rule(who=WHO, pick=st.integers(0, 3), courier=st.sampled_from(("gdex", "in_person")))
    def ship(self, who: Who, pick: int, courier: str) -> None:
        deal_id, state = self.deal(pick)
        number = {} if courier == "in_person" else {"trackingNumber": "123456789012"}
        status = self.post(who, f"/transactions/{deal_id}/ship", courier=courier, **number).status_code
        if deal_id == NOBODYS:
            assert status == 404
        elif who == "buyer":
            assert status == 403
        else:
            assert status == (200 if (state, "SHIP") in TABLE else 409)

    @precondition(lambda self: self.states)
    @rule(who=WHO, pick=st.integers(0, 3))
    def cancel(self, who: Who, pick: int) -> None:
        deal_id, state = self.deal(pick)
        status = self.post(who, f"/transactions/{deal_id}/cancel", reason="unreachable").status_code
        may = (state, "CANCEL") in TABLE or (state, "AGREE_CANCEL") in TABLE
        assert status == (404 if deal_id == NOBODYS else 200 if may else 409)

    @rule(pick=st.integers(0, 1), steps=st.integers(2, 3), is_known=st.booleans())
    def both_cancel(self, pick: int, steps: int, is_known: bool) -> None:
        """After the payment or the shipment. `is_known` says whether catalog receives those events first."""
        self.go_on(pick, steps, is_new=False)
        if is_known:
            self.events_arrive(is_newest_first=False)
        self.cancel("seller", pick)
        self.cancel("buyer", pick)
        self.deals_go_along_the_table_one_card_and_one_offer_are_open()
        self.events_arrive(is_newest_first=True)

    @precondition(lambda self: self.states)
    @rule(who=WHO, pick=st.integers(0, 3), stars=st.sampled_from((4, 5)))
    def review(self, who: Who, pick: int, stars: int) -> None:
        deal_id, state = self.deal(pick)
        card = self.card(deal_id, "REVIEW")
        status = self.post(who, f"/messages/submit-review/{card}", rating=stars).status_code
        if card == NOBODYS or who == "seller":
            assert status == (404 if card == NOBODYS else 403)
        else:
            assert status in ((200,) if state == "awaiting_review" else (200, 409))

    @rule(who=WHO, amount=AMOUNTS)
    def make_offer(self, who: Who, amount: int) -> None:
        buyer = {"buyerId": self.ids["buyer"]} if who == "seller" else {}
        form = {"productId": self.product_id, "amount": amount}
        assert self.post(who, "/offers", **form, **buyer).status_code in (201, 409)

    @precondition(lambda self: self.offers)
    @rule(who=WHO, reply=st.sampled_from(REPLIES), pick=st.integers(0, 2), amount=AMOUNTS)
    def answer_offer(self, who: Who, reply: str, pick: int, amount: int) -> None:
        offer_id = self.offer(pick)
        by, state = self.offers.get(offer_id, ("", ""))
        body = {"amount": amount} if reply == "counter" else {}
        status = self.post(who, f"/offers/{offer_id}/{reply}", **body).status_code
        is_right = (by == who) == (reply == "withdraw")
        if offer_id == NOBODYS:
            assert status == 404
        elif state == "open" and not is_right:
            assert status == 403
        elif state == "open":
            assert status in (200, 201) or (status == 409 and reply in ("accept", "counter"))
        elif not (is_right and state == ENDS[reply]):
            assert status == 409

    @rule(who=WHO)
    def send(self, who: Who) -> None:
        other = self.ids["buyer" if who == "seller" else "seller"]
        assert self.post(who, "/messages", receiverId=other, content="Still there?").status_code == 201

    @rule(who=WHO)
    def read(self, who: Who) -> None:
        other = self.ids["buyer" if who == "seller" else "seller"]
        answer = self.post(who, "/messages/read", senderId=other)
        assert answer.status_code == 404 or answer.json()["count"] == 0, "there is no other conversation"

    @precondition(lambda self: self.states)
    @rule(pick=st.integers(0, 3), amount=AMOUNTS)
    def attack(self, pick: int, amount: int) -> None:
        deal_id, _ = self.deal(pick)
        offer_id, cards = self.offer(pick), [self.card(deal_id, action) for action in deal_rules.CARDS]
        presses: list[tuple[str, dict[str, Any]]] = [
            ("/messages/action", {"receiverId": self.ids["buyer"], "productId": self.product_id,
                                  "actionType": "INITIATE"}),
            (f"/transactions/{deal_id}/ship", {"courier": "in_person"}),
            (f"/transactions/{deal_id}/cancel", {"reason": "other"}),
            (f"/transactions/{deal_id}/not-paid", {}),
            (f"/messages/submit-review/{cards[-1]}", {"rating": 5}),
            *(("/messages/action/confirm", {"messageId": card}) for card in cards),
            *((f"/offers/{offer_id}/{reply}", {"amount": amount}) for reply in REPLIES),
            ("/messages/read", {"messageId": cards[0]}),
        ]  # fmt: skip
        for path, body in presses:
            assert self.post("attacker", path, **body).status_code in REFUSED, path

    @rule(is_newest_first=st.booleans())
    def events_arrive(self, is_newest_first: bool) -> None:
        """Events of different deals may arrive in any order."""
        for deal_id in sorted(self.states, reverse=is_newest_first):
            self.do(carry(self.messaging, self.catalog, deal_id))
        self.do(carry(self.catalog, self.messaging, self.product_id))
        before = self.status
        (row,) = self.do(self.catalog.rows(_STOCK, id=self.product_id))
        self.status = row["status"]
        if (before, self.status) == ("sold", "active"):
            self.reached.add("on sale again")
        with_buyers = sum(state in HOLDING for state in self.states.values()) + len(self.gone)
        assert row["free"] == self.bottles - with_buyers
        assert self.bottles > with_buyers or self.has_unpaid() or row["status"] == "sold"

    def has_unpaid(self) -> bool:
        return "awaiting_payment" in self.states.values()

    @invariant()
    def deals_go_along_the_table_one_card_and_one_offer_are_open(self) -> None:
        """P-B1."""
        deals = self.rows("SELECT id, state, buyer_id FROM deals WHERE product_id = :id", id=self.product_id)
        for row in deals:
            before, after = self.states.get(row["id"], "offered"), row["state"]
            following = {state for (known, _), state in TABLE.items() if known == before}
            assert after in following | {before, "unavailable" if before == "offered" else before}
            if (before, after) == ("shipped", "cancelled"):
                self.gone.add(row["id"])
        self.states = {row["id"]: row["state"] for row in deals}
        self.reached.update(self.states.values())
        offers = self.rows("SELECT id, by, state FROM offers WHERE product_id = :id", id=self.product_id)
        for row in offers:
            assert self.offers.get(row["id"], ("", "open"))[1] in ("open", row["state"]), (
                "what is over stays so"
            )
        self.offers = {row["id"]: (row["by"], row["state"]) for row in offers}
        assert {row["buyer_id"] for row in deals} <= {self.ids["buyer"]}
        assert list(self.states.values()).count("offered") <= 1
        assert [state for _, state in self.offers.values()].count("open") <= 1

    @invariant()
    def no_bottle_is_sold_twice(self) -> None:
        """P-B2."""
        (row,) = self.do(self.catalog.rows(_STOCK, id=self.product_id))
        assert row["free"] == self.bottles - row["held"]
        assert row["status"] == "active" or row["free"] == 0
        assert sum(state in HOLDING for state in self.states.values()) <= self.bottles

    def teardown(self) -> None:
        """Both read the same thread without a gap and have the right unread count. The outsider reads
        nothing (P-C3, P-C4)."""
        seller, buyer = self.ids["seller"], self.ids["buyer"]
        one, other = self.thread("seller", buyer), self.thread("buyer", seller)
        assert [line["id"] for line in one] == [line["id"] for line in other]
        assert [line["seq"] for line in one] == sorted({line["seq"] for line in one})
        for who, lines in (("seller", one), ("buyer", other)):
            waiting = [line for line in lines if line["receiverId"] == self.ids[who] and not line["isRead"]]
            assert self.get(who, "/messages/unread-count")["count"] == len(waiting)
        assert self.thread("attacker", seller) == [] == self.thread("attacker", buyer)


async def walked(
    messaging: Service, catalog: Service, examples: int, *, turn: int = 0, **options: Any
) -> None:
    Purchases.messaging, Purchases.catalog = messaging, catalog
    Purchases.loop = asyncio.get_running_loop()
    chosen = settings(
        max_examples=examples,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        **options,
    )
    machine = seed(int(os.environ["WANGI_SEED"]) + turn)(Purchases)
    await asyncio.to_thread(run_state_machine_as_test, machine, settings=chosen)


async def test_purchase_rules_hold_in_any_order_of_steps(messaging: Service, catalog: Service) -> None:
    """P-B1, P-B2, P-C3, P-C4"""
    every = {"offered", "on sale again", *HOLDING}
    for turn in range(TURNS):  # A single turn sometimes misses a shipped parcel.
        await walked(messaging, catalog, EXAMPLES, turn=turn)
        if Purchases.reached >= every:
            break
    assert Purchases.reached >= every, "the walks come as far as the review"


def parcels_go_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for state, _ in TABLE:
        monkeypatch.setitem(deal_rules.TABLE, (state, "SHIP"), "shipped")


def nobody_looks_whose_turn_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offer_rules, "check_reply", lambda *_: None)


def nobody_asks_for_the_bottle(monkeypatch: pytest.MonkeyPatch) -> None:
    async def granted(*_: Any) -> None:
        return None

    monkeypatch.setattr(commands, "reserve", granted)


def sold_listings_stay_sold(monkeypatch: pytest.MonkeyPatch) -> None:
    async def is_relisted(*_: Any) -> bool:
        return True

    monkeypatch.setattr("services.catalog.reservations.service.is_relisted", is_relisted)


def sent_bottles_count_as_the_sellers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal_rules, "has_left_seller", lambda *_, **__: False)


@pytest.mark.parametrize(
    "take_out",
    [
        parcels_go_at_any_time,
        nobody_looks_whose_turn_it_is,
        nobody_asks_for_the_bottle,
        sold_listings_stay_sold,
        sent_bottles_count_as_the_sellers,
    ],
)
async def test_control_missing_guard_fails_the_walk(
    messaging: Service,
    catalog: Service,
    monkeypatch: pytest.MonkeyPatch,
    take_out: Callable[[pytest.MonkeyPatch], None],
) -> None:
    take_out(monkeypatch)
    with pytest.raises(AssertionError):
        await walked(messaging, catalog, 7 * EXAMPLES, phases=[Phase.generate], report_multiple_bugs=False)
