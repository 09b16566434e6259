from dataclasses import dataclass, replace
from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.rules import RuleName
from libs.kit.db.database import Database
from libs.kit.process import clock
from libs.kit.security.safe import Safe
from libs.marketplace import operator_settings, platform_rules
from services.boost.payments import queries, rules
from services.boost.payments.callback_queue import NotificationQueue
from services.boost.payments.providers.port import Bill, Provider
from services.boost.payments.rules import AskedEnough, PaymentsUnavailable, Tax
from services.boost.protection.rules import fee_of
from services.boost.wallet.schemas import Way

_SWITCHES: dict[str, RuleName] = {"billplz": "pay_billplz", "toyyibpay": "pay_toyyibpay"}


@dataclass(frozen=True)
class Terms:
    is_open: bool
    fee_basis_points: int

    def fee_of(self, amount: int) -> int:
        return fee_of(amount, self.fee_basis_points)

    async def now(self, session: AsyncSession) -> "Terms":
        """`is_open` is False while an operator has paused protected purchase."""
        is_open = self.is_open and await operator_settings.is_on(session, "protected_purchase")
        return replace(self, is_open=is_open)


@dataclass(frozen=True)
class Setup:
    database: Database
    incoming: NotificationQueue
    provider: Provider | None
    tax: Tax
    terms: Terms
    # In sen. Larger amounts need two members of staff.
    second_person_above: int
    appeal_for: timedelta
    safe: Safe

    @property
    def till(self) -> Provider:
        if self.provider is None:
            raise PaymentsUnavailable
        return self.provider

    async def ways(self, session: AsyncSession) -> list[Way]:
        open_ways: list[Way] = []
        if await platform_rules.is_on(session, "pay_wallet"):
            open_ways.append("wallet")
        has_till = self.provider is not None and await operator_settings.is_on(session, "payments")
        if has_till and await self.takes_bills(session):
            open_ways.append("bill")
        return open_ways

    async def takes_bills(self, session: AsyncSession) -> bool:
        """True if new bills can be created. Existing bills stay payable."""
        name = _SWITCHES.get(self.till.name)
        return name is None or await platform_rules.is_on(session, name)

    async def count_ask(self, share: rules.Share) -> None:
        async with self.database.transaction() as session:
            now = await clock.now(session)
            asked = await queries.count_asked_since(session, now - rules.ASKS_WITHIN)
            if not rules.may_ask(share, asked):
                raise AskedEnough(share)
            queries.insert_ask(session, share, now)

    async def ask(self, bill_id: str, share: rules.Share = "word") -> Bill | None:
        """Raises if the provider's limit is used up."""
        provider = self.till
        await self.count_ask(share)
        return await provider.fetch(bill_id)
