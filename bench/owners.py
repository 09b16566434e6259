"""Generates honest owners and thieves for `bench/takeovers.py`, independent of the scoring rules."""

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from libs.contracts.event import Event
from libs.contracts.events.boost import WalletDebited
from libs.contracts.events.catalog import ProductChanged, ProductListed
from libs.contracts.events.credentials import CredentialChange, CredentialChanged, DeviceAdded, SignInWay
from libs.contracts.events.messaging import ConversationStarted
from libs.contracts.events.offers import OfferMade
from libs.contracts.events.protection import PayoutAccountChanged

BEGIN, DAYS = datetime(2026, 7, 1, tzinfo=UTC), 60
OWNERS, THIEVES = 3_000, 100
LISTING: dict[str, Any] = {
    "name": "Oud", "brand": "Wangi", "description": "", "listing_type": "fixed", "category_id": 1, "stock_quantity": 1,
    "volume_ml": 50, "remaining_percent": 90, "batch_code": None, "purchase_year": None, "box_condition": "Good",
    "images": [], "auction_id": None,
}  # fmt: skip
# Per week: new listings, new conversations, price cuts.
HABITS = (((0.1, 0.8, 0.1), 70), ((1, 2, 0.5), 20), ((6, 6, 3), 8), ((25, 12, 10), 2))


@dataclass
class Town:
    """Events in order of time, and the accounts that were taken over."""

    events: list[tuple[datetime, Event]] = field(default_factory=list)
    taken: dict[int, str] = field(default_factory=dict)


class TownMaker:
    def __init__(self, seed: int) -> None:
        self.dice, self.first_id = random.Random(seed), seed * 1_000_000
        self.town, self.next_id = Town(), seed * 1_000_000

    def make(self) -> Town:
        people = range(self.first_id + 1, self.first_id + OWNERS + 1)
        for user_id in people:
            self._live(user_id)
        for user_id in self.dice.sample(people, THIEVES):
            self._rob(user_id)
        self.town.events.sort(key=lambda dated: dated[0])
        return self.town

    def _number(self) -> int:
        self.next_id += 1
        return self.next_id

    def _live(self, user_id: int) -> None:
        """Two months of an owner, with an occasional new phone, password or bank account."""
        dice = self.dice
        listings, letters, cuts = dice.choices([one for one, _ in HABITS], [share for _, share in HABITS])[0]
        for day in range(DAYS):
            at = BEGIN + timedelta(days=day, hours=dice.uniform(8, 23))
            # A few people list a whole collection in one evening.
            burst = dice.randint(4, 12) if dice.random() < 0.004 else 0
            self._list(user_id, at, self._times(listings / 7) + burst, spread=3)
            self._write(user_id, at, self._times(letters / 7), spread=5)
            self._cut(user_id, at, self._times(cuts / 7), spread=1)
            self._offer(user_id, at, self._times(letters / 20), spread=3)
            if dice.random() < 0.01:
                self._ask_for_payout(user_id, at)
        if dice.random() < 0.25:
            self._change_phone(user_id)
        for change, share in (("password_changed", 0.04), ("password_reset", 0.05), ("email_changed", 0.01),
                              ("second_factor_on", 0.05), ("passkey_added", 0.05)):  # fmt: skip
            if dice.random() < share:
                self._change(user_id, self._day(), change)
        if dice.random() < 0.04:
            self._set_account(user_id, self._day())
        # A private browser is new each time.
        if dice.random() < 0.02:
            for _ in range(dice.randint(6, 25)):
                self._sign_in(user_id, self._day(), dice.random() < 0.5)

    def _change_phone(self, user_id: int) -> None:
        dice, at = self.dice, self._day()
        is_forgotten = dice.random() < 0.2
        if is_forgotten:
            self._change(user_id, at, "password_reset")
        self._sign_in(user_id, at, dice.random() < 0.5, "reset" if is_forgotten else "password")
        for change, share in (("second_factor_off", 0.06), ("second_factor_on", 0.06), ("passkey_added", 0.15),
                              ("password_changed", 0.05), ("email_changed", 0.01)):  # fmt: skip
            if dice.random() < share:
                self._change(user_id, at + timedelta(hours=dice.uniform(0.1, 40)), change)
        if dice.random() < 0.04:
            self._set_account(user_id, at + timedelta(hours=dice.uniform(0.1, 60)))

    def _rob(self, user_id: int) -> None:
        kind = self.dice.choices(("cash", "seller", "writer", "session"), (40, 35, 15, 10))[0]
        self.town.taken[user_id] = kind
        at = self._day()
        if kind != "session":
            self._enter(user_id, at)
        {"cash": self._cash, "seller": self._sell, "writer": self._spam, "session": self._cash}[kind](
            user_id, at
        )

    def _enter(self, user_id: int, at: datetime) -> None:
        by_mail = self.dice.random() < 0.4
        if by_mail:
            self._change(user_id, at, "password_reset")
        self._sign_in(user_id, at, self.dice.random() < 0.9, "reset" if by_mail else "password")
        self._maybe(user_id, at, "password_changed", 0.0 if by_mail else 0.6)
        self._maybe(user_id, at, "email_changed", 0.5)
        self._maybe(user_id, at, "second_factor_off", 0.2)
        self._maybe(user_id, at, "passkey_added", 0.2)

    def _cash(self, user_id: int, at: datetime) -> None:
        dice = self.dice
        if self.town.taken[user_id] == "session":
            self._maybe(user_id, at, "email_changed", 0.8)
            self._maybe(user_id, at, "password_changed", 0.5)
            self._maybe(user_id, at, "second_factor_off", 0.3)
        self._set_account(user_id, at + timedelta(hours=dice.uniform(0.2, 12)))
        if dice.random() < 0.7:
            self._ask_for_payout(user_id, at + timedelta(hours=dice.uniform(12, 48)))
        if dice.random() < 0.3:
            self._cut(user_id, at + timedelta(hours=1), dice.randint(2, 10), spread=10)

    def _sell(self, user_id: int, at: datetime) -> None:
        dice = self.dice
        self._list(user_id, at + timedelta(hours=dice.uniform(0.2, 8)), dice.randint(5, 30), spread=20)
        self._write(user_id, at + timedelta(hours=dice.uniform(0.2, 8)), dice.randint(5, 40), spread=30)
        if dice.random() < 0.5:
            self._cut(user_id, at + timedelta(hours=1), dice.randint(3, 12), spread=10)
        if dice.random() < 0.4:
            self._set_account(user_id, at + timedelta(hours=dice.uniform(0.2, 30)))

    def _spam(self, user_id: int, at: datetime) -> None:
        dice = self.dice
        self._write(user_id, at + timedelta(hours=dice.uniform(0.1, 4)), dice.randint(20, 80), spread=30)
        if dice.random() < 0.5:
            self._offer(user_id, at + timedelta(hours=1), dice.randint(4, 20), spread=20)

    def _maybe(self, user_id: int, at: datetime, change: CredentialChange, share: float) -> None:
        if self.dice.random() < share:
            self._change(user_id, at + timedelta(hours=self.dice.uniform(0.05, 6)), change)

    def _day(self) -> datetime:
        return BEGIN + timedelta(days=self.dice.uniform(5, DAYS - 4))

    def _times(self, mean: float) -> int:
        return sum(self.dice.random() < mean / 10 for _ in range(10)) if mean else 0

    def _later(self, at: datetime, spread: float) -> datetime:
        return at + timedelta(hours=self.dice.uniform(0, spread))

    def _add(self, at: datetime, event: Event) -> None:
        self.town.events.append((at, event))

    def _sign_in(self, user_id: int, at: datetime, is_new_network: bool, way: SignInWay = "password") -> None:
        event = DeviceAdded(
            user_id=user_id, device=self._number(), way=way, is_new_network=is_new_network, added_at=at
        )
        self._add(at, event)

    def _change(self, user_id: int, at: datetime, change: Any) -> None:
        self._add(at, CredentialChanged(user_id=user_id, change=change, changed_at=at))

    def _set_account(self, user_id: int, at: datetime) -> None:
        number = self._number()
        self._add(at, PayoutAccountChanged(change_id=number, user_id=user_id, change="set", changed_at=at))

    def _ask_for_payout(self, user_id: int, at: datetime) -> None:
        self._add(
            at,
            WalletDebited(
                entry_id=self._number(),
                user_id=user_id,
                amount=9_000,
                balance=0,
                order_id=None,
                debited_at=at,
            ),
        )

    def _list(self, user_id: int, begin: datetime, times: int, *, spread: float) -> None:
        for _ in range(times):
            at = self._later(begin, spread)
            self._add(
                at,
                ProductListed(
                    **LISTING, product_id=self._number(), seller_id=user_id, price=9_000, listed_at=at
                ),
            )

    def _cut(self, user_id: int, begin: datetime, times: int, *, spread: float) -> None:
        for _ in range(times):
            at = self._later(begin, spread)
            event = ProductChanged(
                **LISTING, product_id=self._number(), seller_id=user_id, price=5_000, concentration=None, notes=None,
                state=None, status="active", changed=["price"], changed_at=at,
            )  # fmt: skip
            self._add(at, event)

    def _write(self, user_id: int, begin: datetime, times: int, *, spread: float) -> None:
        for _ in range(times):
            at, number = self._later(begin, spread), self._number()
            event = ConversationStarted(
                conversation_id=number, starter_id=user_id, other_id=number, product_id=None, started_at=at
            )
            self._add(at, event)

    def _offer(self, user_id: int, begin: datetime, times: int, *, spread: float) -> None:
        for _ in range(times):
            at, number = self._later(begin, spread), self._number()
            event = OfferMade(
                offer_id=number, product_id=number, seller_id=number, buyer_id=user_id, by="buyer", amount=5_000,
                conversation_id=number, answers_id=None, expires_at=at, made_at=at,
            )  # fmt: skip
            self._add(at, event)
