"""Payment orders (API v5). Each call is signed with a checksum."""

from typing import Any

from fastapi import FastAPI, Request

from deploy.billplz.bank import Bank
from deploy.billplz.forms import Refused, fields_of

REQUIRED = ("bank_code", "bank_account_number", "name", "description", "total", "epoch", "checksum")
LIMITS = {"name": 255, "description": 200, "reference_id": 255}
LARGEST = 10**9


def add_payouts(app: FastAPI, bank: Bank, key: Any) -> None:
    @app.post("/api/v5/payment_order_collections", dependencies=[key])
    async def open_payouts(request: Request) -> Any:
        form = await fields_of(request)
        title, callback_url = form.get("title", ""), form.get("callback_url", "")
        _check_sum(bank, form, [title, *([callback_url] if callback_url else []), form.get("epoch", "")])
        number = bank.payouts.open_collection(title[:50], callback_url)
        return {
            "id": number, "title": title[:50], "payment_orders_count": "0", "paid_amount": "0", "status": "active",
            "callback_url": callback_url,
        }  # fmt: skip

    @app.get("/api/v5/payment_order_limit", dependencies=[key])
    async def limit(epoch: str = "", checksum: str = "") -> Any:
        _check_sum(bank, {"checksum": checksum}, [epoch])
        return {"total": str(LARGEST)}

    @app.post("/api/v5/payment_orders", dependencies=[key])
    async def pay_out(request: Request) -> Any:
        fields = await fields_of(request)
        if bank.fails("payout-422"):  # Comes before the check for a used reference.
            raise Refused(422, "RecordInvalid", ["Bank account number is invalid"])
        form = _checked(bank, fields)
        if bank.fails("payout-empty"):
            raise Refused(422, "RecordInvalid", ["You do not have enough payments"])
        order = bank.payouts.make(form, bank.now(), bank.speed)
        if bank.fails("payout-500"):  # Fails after the order was created.
            raise Refused(500, "InternalServerError", "Something went wrong")
        return bank.payouts.order_json(order, bank.now())

    @app.get("/api/v5/payment_orders/{order_id}", dependencies=[key])
    async def get_payout(order_id: str, epoch: str = "", checksum: str = "") -> Any:
        _check_sum(bank, {"checksum": checksum}, [order_id, epoch])
        order = bank.payouts.orders.get(order_id)
        if order is None:
            raise Refused(404, "RecordNotFound", "Payment order not found")
        return bank.payouts.order_json(order, bank.now())


def _check_sum(bank: Bank, form: dict[str, str], values: list[str]) -> None:
    if not bank.payouts.is_signed(values, form.get("checksum", "")):
        raise Refused(422, "ChecksumInvalid", "Checksum is invalid")


def _checked(bank: Bank, form: dict[str, str]) -> dict[str, str]:
    """Validates the form of a new order. Raises Billplz's errors."""
    form = {"reference_id": ""} | form
    number = form.get("payment_order_collection_id", "")
    _check_sum(
        bank,
        form,
        [number, form.get("bank_account_number", ""), form.get("total", ""), form.get("epoch", "")],
    )
    wrong = [
        f"{name.replace('_', ' ').capitalize()} can't be blank" for name in REQUIRED if not form.get(name)
    ]
    total = form.get("total", "")
    if total and not (total.isascii() and total.isdigit() and 0 < int(total) <= LARGEST):
        wrong.append("Total is not a positive integer")
    wrong += [f"{name} is too long" for name, most in LIMITS.items() if len(form[name]) > most]
    if number not in bank.payouts.collections:
        wrong.append("Payment order collection is not found")
    if form["reference_id"] and bank.payouts.is_taken(number, form["reference_id"]):
        wrong.append("Reference has already been taken")
    if wrong:
        raise Refused(422, "RecordInvalid", wrong)
    return form
