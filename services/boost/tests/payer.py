"""A till at either provider: how a bill is paid there, and what the browser brings back from it."""

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
        """Press a button of the payment page; one that is lost pays without a callback. What the browser
        would bring back."""
        bank = self.till.bank
        if self.name == "billplz":
            return bank.pay(bill, action, "MB2U0227") or {}
        told = pressed(bank, bill, "failed" if action == "failed" else "success")
        if action == "lost":
            bank.deliveries.pop()
        return back(bill, told)


def a_payer(till: Till, name: Name) -> Payer:
    settings = till.boost.app.state.settings.model_copy(update={"wangi_payment_provider": name})
    till.boost.app.state.provider = provider_of(settings)
    return Payer(till, name)


def back(bill: Bill, told: Fields) -> Fields:
    """What the browser brings from ToyyibPay: our own mark from the address that we gave, and what is added
    to it."""
    mark = urlsplit(bill.redirect_url or "").query.partition("=")[2]
    return {"wangi": mark, **told}
