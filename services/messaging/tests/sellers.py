import itertools
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import text

from libs.contracts.events.admin import CaseDecided, Decision, SanctionAppealDecided
from libs.contracts.events.auth import IdentityChecked
from libs.contracts.events.boost import PaymentMethodConfirmed
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from libs.marketplace.testing import add_person
from services.catalog.tests.makers import listed
from services.messaging.tests.makers import carry, confirm, offer, open_card

_people = itertools.count(940_000)
_decisions = itertools.count(1)


class Trader:
    def __init__(self, messaging: Service, catalog: Service) -> None:
        self.messaging, self.catalog = messaging, catalog
        self.id, *self.buyers = (next(_people) for _ in range(4))
        self.headers = signed_in(self.id, f"seller{self.id}", roles=("seller",))
        self.product_id = 0
        self.checks = 0

    async def open(self, price: int = 390) -> None:
        for item in (self.id, *self.buyers):
            await add_person(self.messaging, item, username=f"person{item}")
        product = await listed(self.catalog, self.headers, price=price, stockQuantity=20)
        self.product_id = product["id"]
        await carry(self.catalog, self.messaging, self.product_id)

    async def be_checked(self, *, is_checked: bool = True) -> None:
        self.checks += 1
        event = IdentityChecked(user_id=self.id, is_checked=is_checked, changed_at=datetime.now(UTC))
        await self.messaging.deliver(event, version=self.checks)

    async def confirm_payment_method(self, version: int = 1) -> None:
        event = PaymentMethodConfirmed(
            user_id=self.id, confirmed_by="bank_account", confirmed_at=datetime.now(UTC)
        )
        await self.messaging.deliver(event, version=version)

    async def be_decided(self, case_id: int, decision: Decision, *, overturns: int | None = None) -> None:
        event = CaseDecided(
            case_id=self.id * 10 + case_id, kind="listing", subject_id=self.product_id, about_id=self.id,
            by_admin_id=61, decision=decision, reason="counterfeit", days=None, reporter_ids=[],
            overturns=overturns and self.id * 10 + overturns,
            decided_at=clock.about_now(),
        )  # fmt: skip
        await self.messaging.deliver(event, version=next(_decisions))

    async def reopen(self, case_id: int, *, granted: bool) -> None:
        event = SanctionAppealDecided(
            case_id=self.id * 10 + case_id, kind="listing", subject_id=self.product_id, about_id=self.id,
            by_admin_id=62, sanction="warn", granted=granted, reason="other", decided_at=clock.about_now(),
        )  # fmt: skip
        await self.messaging.deliver(event, version=next(_decisions))

    async def forget_payment_method(self) -> None:
        async with self.messaging.database.transaction() as session:
            await session.execute(
                text("UPDATE verifications SET payment_confirmed_at = NULL WHERE seller_id = :id"),
                {"id": self.id},
            )

    async def send(self, buyer: int) -> tuple[int, int]:
        """Returns the deal, and the buyer's card."""
        card = await offer(self.messaging, self.product_id, buyer, self.headers)
        assert (await confirm(self.messaging, buyer, card["id"])).status_code == 200
        payment = await open_card(self.messaging, self.id, buyer, "CONFIRM_PAYMENT")
        assert (await confirm(self.messaging, self.id, payment["id"])).status_code == 200
        delivery = await open_card(self.messaging, buyer, self.id, "CONFIRM_DELIVERY")
        return card["card"]["transactionId"], delivery["id"]

    async def deliver(self, buyer: int, stars: float | None = None) -> int:
        """With `stars`, both reviews are public."""
        deal_id, delivery = await self.send(buyer)
        assert (await confirm(self.messaging, buyer, delivery)).status_code == 200
        if stars is not None:
            await self.rate(deal_id, buyer, stars)
        return deal_id

    async def rate(self, deal_id: int, buyer: int, stars: float) -> None:
        card = await open_card(self.messaging, buyer, self.id, "REVIEW")
        for path, person, rating in (
            (f"/api/messages/submit-review/{card['id']}", signed_in(buyer), stars),
            (f"/api/transactions/{deal_id}/buyer-rating", self.headers, 5),
        ):
            answer = await self.messaging.http.post(path, json={"rating": rating}, headers=person)
            assert answer.status_code == 200, answer.text

    async def become_verified(self) -> None:
        await self.open()
        await self.be_checked()
        await self.confirm_payment_method()
        first, second, third = self.buyers
        for buyer in (first, second, third):
            await self.deliver(buyer, 4.5)
        for buyer in (first, second):
            await self.deliver(buyer)
        assert (await self.verification_view())["isVerified"] is True

    async def verification_view(self) -> dict[str, Any]:
        answer = await self.messaging.http.get(f"/api/sellers/{self.id}/verification")
        assert answer.status_code == 200, answer.text
        body: dict[str, Any] = answer.json()
        return body

    async def numbers(self) -> dict[str, Any]:
        return {item["name"]: item["now"] for item in (await self.verification_view())["criteria"]}

    async def recorded_events(self) -> list[dict[str, Any]]:
        return await self.messaging.recorded(f"seller-{self.id}")
