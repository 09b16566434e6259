"""Protected purchases of the demo in each main state, paid at the payment sandbox."""

from typing import Any, Protocol

from deploy.demo.shop import ADMIN, BUYERS, Offer, Seller
from deploy.demo.shop_client import PASSWORD, DemoError, Shop

PAID = {"action": "success", "bank": "MB2U0227"}
# Makes the amount in the callback differ from the bill.
UNFITTING = {"action": "wrong_amount", "bank": "MB2U0227"}
ACCOUNT = {"bankCode": "MBBEMYKL", "accountNumber": "164012345678"}


class Purchases(Protocol):
    async def purchase(self, buyer: str, bottle: Offer) -> tuple[str, int]:
        """Creates a purchase that the buyer has confirmed. Returns the seller and the deal."""

    async def until_step(self, buyer: str, deal: int, status: str) -> None: ...
    async def ship(self, seller: str, deal_id: int) -> None:
        pass


class ProtectedPurchases:
    def __init__(self, shop: Shop, talk: Purchases) -> None:
        self._shop, self._talk = shop, talk

    async def fill(self, bottles: list[Offer]) -> None:
        """Creates purchases that are held, shipped, under inspection, disputed, decided and completed, and a
        purchase with a mismatched payment."""
        if not await self.is_open():
            return
        first, second = BUYERS[0][0], BUYERS[1][0]
        for seller in {bottle.seller.username: bottle.seller for bottle in bottles}.values():
            await self.set_payout_account(seller)
        for bottle, until in zip(bottles, ("held", "shipped", "disputed", "decided"), strict=False):
            await self.trade(second, bottle, until)
        for bottle, until in zip(bottles, ("inspection", "released"), strict=False):
            await self.trade(first, bottle, until)
        _, deal = await self._talk.purchase(first, bottles[2])
        await self._press(first, deal, UNFITTING)

    async def is_open(self) -> bool:
        _, terms = await self._shop.post("boost", "/api/boost/protection", None, method="GET")
        return bool(terms["isOpen"])

    async def set_payout_account(self, seller: Seller) -> None:
        """Sets a seller's bank account, which also confirms the payment method."""
        form = ACCOUNT | {"holderName": f"{seller.first_name} {seller.last_name}"}
        proof = await self._prove(seller.username)
        await self._post("/api/boost/payout-account", form, seller.username, method="PUT", proof=proof)

    async def _prove(self, who: str) -> str:
        _, me = await self._shop.post("auth", "/api/v1/auth/me", None, who, method="GET")
        path = f"/api/user/{me['id']}/proof"
        _, shown = await self._shop.post("auth", path, {"password": PASSWORD}, who)
        return str(shown["proof"])

    async def trade(self, buyer: str, bottle: Offer, until: str) -> None:
        seller, deal = await self._buy(buyer, bottle)
        if until == "held":
            return
        await self._ship(buyer, seller, deal)
        if until == "inspection":
            await self._does(buyer, deal, "arrived")
        elif until == "released":
            await self._does(buyer, deal, "accept")
        elif until in ("disputed", "decided"):
            reason = "not_as_described" if until == "disputed" else "counterfeit"
            words = "The level is lower than on the photographs."
            statement = "It was full to the shoulder when I packed it; see the photograph of the listing."
            await self._fall_out(buyer, seller, deal, (reason, words, statement))
        if until == "decided":
            form = {"outcome": "refund", "reason": "Both photographs show another cap."}
            await self._post(f"/api/admin/boost/disputes/{deal}/decision", form, ADMIN[0])

    async def dispute(self, buyer: str, bottle: Offer, reason: str, words: str, statement: str) -> None:
        """Opens a dispute and adds the seller's statement."""
        seller, deal = await self._buy(buyer, bottle)
        await self._ship(buyer, seller, deal)
        await self._fall_out(buyer, seller, deal, (reason, words, statement))

    async def _buy(self, buyer: str, bottle: Offer) -> tuple[str, int]:
        seller, deal = await self._talk.purchase(buyer, bottle)
        await self.pay(buyer, deal)
        return seller, deal

    async def _ship(self, buyer: str, seller: str, deal: int) -> None:
        await self._talk.ship(seller, deal)
        await self.wait_for(buyer, deal, "shipped")

    async def _fall_out(self, buyer: str, seller: str, deal: int, words_of: tuple[str, str, str]) -> None:
        reason, words, statement = words_of
        await self._does(buyer, deal, "dispute", reason=reason, words=words)
        await self._does(seller, deal, "evidence", kind="statement", words=statement)

    async def is_protected(self, who: str, deal: int) -> bool:
        """Retries until boost knows the deal."""
        if not await self.is_open():
            return False
        return bool((await self.wait_for(who, deal))["state"] == "awaiting_funds")

    async def pay(self, buyer: str, deal: int) -> None:
        """Pays at the sandbox and waits until the money is held."""
        await self._press(buyer, deal, PAID)
        await self.wait_for(buyer, deal, "held")
        await self._talk.until_step(buyer, deal, "processing")

    async def _press(self, buyer: str, deal: int, button: dict[str, str]) -> None:
        answer = await self._post(f"/api/boost/deals/{deal}/pay", None, buyer)
        if (page := answer["paymentUrl"]) is not None and not await self._shop.press(page, button):
            raise DemoError("The payment sandbox shows no bill.")

    async def wait_for(self, who: str, deal: int, state: str | None = None) -> dict[str, Any]:
        """Waits until boost knows the deal. With `state`, waits until the money is in this state."""

        async def find() -> dict[str, Any] | None:
            status, shown = await self._shop.post(
                "boost", f"/api/boost/deals/{deal}", None, who, method="GET"
            )
            return dict(shown) if status == 200 and state in (None, shown["state"]) else None

        return await self._shop.poll(find, f"the money of order {deal} to be {state or 'known'}")

    async def _does(self, who: str, deal: int, verb: str, **form: Any) -> None:
        await self._post(f"/api/boost/deals/{deal}/{verb}", form or None, who)

    async def _post(
        self,
        path: str,
        form: dict[str, Any] | None,
        who: str,
        *,
        method: str = "POST",
        proof: str = "",
    ) -> Any:
        return await self._shop.post_until_known("boost", path, form, who, method=method, proof=proof)
