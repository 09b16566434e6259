"""Pays bills at either provider."""

from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlsplit

from deploy.billplz.bank import Bill
from deploy.billplz.toyyibpay import pressed
from services.boost.payments.providers.choice import provider_of
from services.boost.tests.till import Fields, Till

Name = Literal["billplz", "toyyibpay"]
BOTH: tuple[Name, ...] = ("billplz", "toyyibpay")
Action = Literal["success", "failed", "lost"]


@dataclass
class Payer:
    till: Till
    name: Name

    async def ordered(self, count: int = 1, package: int = 1) -> tuple[dict[str, Any], Bill]:
        order = await self.till.ordered(await self.till.listings(count), package)
        return order, self.till.bill(order)

    def pay(self, bill: Bill, action: Action = "success") -> Fields:
        """Returns what the browser brings back. A lost browser pays without a callback."""
        bank = self.till.bank
        if self.name == "billplz":
            return bank.pay(bill, action, "MB2U0227") or {}
        fields = pressed(bank, bill, "failed" if action == "failed" else "success")
        if action == "lost":
            bank.deliveries.pop()
        return back(bill, fields)


def a_payer(till: Till, name: Name) -> Payer:
    settings = till.boost.app.state.settings.model_copy(update={"wangi_payment_provider": name})
    till.boost.app.state.provider = provider_of(settings)
    return Payer(till, name)


def back(bill: Bill, fields: Fields) -> Fields:
    mark = urlsplit(bill.redirect_url or "").query.partition("=")[2]
    return {"wangi": mark, **fields}
