import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

from libs.contracts.event import Event
from libs.contracts.events.boost import WalletDebited
from libs.contracts.events.catalog import ProductChanged, ProductListed
from libs.contracts.events.credentials import CredentialChange, CredentialChanged, DeviceAdded, SignInWay
from libs.contracts.events.messaging import ConversationStarted
from libs.contracts.events.offers import OfferMade
from libs.contracts.events.protection import PayoutAccountChanged

OWNER = 701
# On a quarter of an hour, and before the decisions of the tests.
BEGIN = datetime(2026, 9, 1, 12, tzinfo=UTC)
_numbers = itertools.count(70_000)
_LISTING: dict[str, Any] = {
    "name": "Oud", "brand": "Wangi", "description": "", "listing_type": "fixed", "category_id": 1, "stock_quantity": 1,
    "volume_ml": 50, "remaining_percent": 90, "batch_code": None, "purchase_year": None, "box_condition": "Good",
    "images": [], "auction_id": None,
}  # fmt: skip


class Account:
    def __init__(self, user_id: int = OWNER, begin: datetime = BEGIN) -> None:
        self.user_id, self.begin = user_id, begin
        self.events: list[Event] = []

    def at(self, hour: float) -> datetime:
        return self.begin + timedelta(hours=hour)

    def _add(self, event: Event) -> "Account":
        self.events.append(event)
        return self

    def signs_in_anew(
        self, hour: float, *, is_new_network: bool = True, way: SignInWay = "password"
    ) -> "Account":
        return self._add(
            DeviceAdded(
                user_id=self.user_id, device=next(_numbers), way=way, is_new_network=is_new_network,
                added_at=self.at(hour),
            )
        )  # fmt: skip

    def changes(self, hour: float, change: CredentialChange) -> "Account":
        return self._add(CredentialChanged(user_id=self.user_id, change=change, changed_at=self.at(hour)))

    def sets_account(self, hour: float) -> "Account":
        return self._add(
            PayoutAccountChanged(
                change_id=next(_numbers), user_id=self.user_id, change="set", changed_at=self.at(hour)
            )
        )

    def asks_for_payout(self, hour: float, *, order_id: int | None = None) -> "Account":
        return self._add(
            WalletDebited(
                entry_id=next(_numbers), user_id=self.user_id, amount=5_000, balance=0, order_id=order_id,
                debited_at=self.at(hour),
            )
        )  # fmt: skip

    def lists(self, hour: float, times: int = 1) -> "Account":
        for n in range(times):
            self._add(
                ProductListed(
                    **_LISTING, product_id=next(_numbers), seller_id=self.user_id, price=9_000,
                    listed_at=self.at(hour + n / 10),
                )
            )  # fmt: skip
        return self

    def cuts_prices(self, hour: float, times: int = 1, changed: str = "price") -> "Account":
        for n in range(times):
            self._add(
                ProductChanged(
                    **_LISTING, product_id=next(_numbers), seller_id=self.user_id, price=4_000, concentration=None,
                    notes=None, state=None, status="active", changed=[changed], changed_at=self.at(hour + n / 10),
                )
            )  # fmt: skip
        return self

    def writes(self, hour: float, times: int = 1) -> "Account":
        for n in range(times):
            number = next(_numbers)
            self._add(
                ConversationStarted(
                    conversation_id=number, starter_id=self.user_id, other_id=number, product_id=None,
                    started_at=self.at(hour + n / 10),
                )
            )  # fmt: skip
        return self

    def offers(self, hour: float, times: int = 1) -> "Account":
        for n in range(times):
            number, at = next(_numbers), self.at(hour + n / 10)
            self._add(
                OfferMade(
                    offer_id=number, product_id=number, seller_id=number, buyer_id=self.user_id, by="buyer",
                    amount=5_000, conversation_id=number, answers_id=None, expires_at=at, made_at=at,
                )
            )  # fmt: skip
        return self


def robbed(user_id: int = OWNER, begin: datetime = BEGIN) -> list[Event]:
    """By the mailbox, with another address and bank account."""
    account = Account(user_id, begin).signs_in_anew(0, way="reset").changes(0, "password_reset")
    return account.changes(1, "email_changed").sets_account(2).asks_for_payout(3).events
