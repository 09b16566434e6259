"""The sandbox as ToyyibPay: bills, a page with three outcomes, and callbacks with ToyyibPay's hash."""

import hashlib
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from deploy.billplz.bank import Bank, Bill, Delivery, Transaction
from deploy.billplz.forms import fields_of
from deploy.billplz.page import SAFE, outcome_page
from services.boost.settings import STAND_IN, STAND_IN_TOYYIBPAY

# ToyyibPay's codes for the outcomes.
STATES = {"success": "1", "pending": "2", "failed": "3"}
MAX_TRANSACTIONS = 100


def add_toyyibpay(app: FastAPI, bank: Bank) -> None:
    """Must be added last, because ToyyibPay's bills are at the root of the host."""

    @app.post("/index.php/api/{name}")
    async def call(name: str, request: Request) -> Any:
        form = await fields_of(request)
        if STAND_IN_TOYYIBPAY not in (form.get("userSecretKey"), form.get("secretKey")):
            return {"status": "error", "msg": "User Secret Key not exist or not active"}
        bill = bank.bills.get(form.get("billCode", ""))
        if name == "createBill":
            return _bill_or_fault(bank, form)
        if name == "getBillTransactions":
            return _transactions_or_fault(bank, bill)
        if name == "inactiveBill" and bill is not None:
            return _inactive(bill)
        return JSONResponse({"status": "error", "msg": "Unknown"}, status_code=404)

    @app.get("/{code}")
    async def look(code: str) -> Response:
        bill = bank.bills.get(code)
        if bill is None:
            return HTMLResponse("", status_code=404)
        return HTMLResponse(outcome_page(bill, tuple(STATES)), headers=SAFE)

    @app.post("/{code}")
    async def pay(code: str, request: Request) -> Response:
        action = (await fields_of(request)).get("action", "")
        bill = bank.bills.get(code)
        if bill is None or action not in STATES or bill.redirect_url is None:
            return HTMLResponse("", status_code=404)
        query = pressed(bank, bill, action)
        return RedirectResponse(f"{bill.redirect_url}&{urlencode(query)}", status_code=302)


def pressed(bank: Bank, bill: Bill, action: str) -> dict[str, str]:
    """Applies a button of the page. Returns the unsigned parameters of the redirect."""
    number = f"TP{len(bill.transactions):04d}{bill.id}"
    one = Transaction(number, STATES[action], "Online Banking", bank.now())
    bill.transactions.append(one)
    del bill.transactions[:-MAX_TRANSACTIONS]
    if action == "success":
        bill.state, bill.paid_at, bill.paid_amount = "paid", one.completed_at, bill.amount
    bank.deliveries.append(Delivery(bank.now(), bill.callback_url, urlencode(callback(bill, one))))
    return {
        "status_id": one.status,
        "billcode": bill.id,
        "order_id": _order_of(bill),
        "transaction_id": number,
    }


def callback(bill: Bill, one: Transaction) -> dict[str, str]:
    """As at ToyyibPay, the hash covers status, order and number but not the amount."""
    signed = f"{STAND_IN_TOYYIBPAY}{one.status}{_order_of(bill)}{one.id}ok"
    return {
        "refno": one.id,
        "status": one.status,
        "reason": "Approved" if one.status == "1" else "",
        "billcode": bill.id,
        "order_id": _order_of(bill),
        "amount": f"{bill.amount / 100:.2f}",
        "transaction_time": f"{one.completed_at:%Y-%m-%d %H:%M:%S}",
        "hash": hashlib.md5(signed.encode(), usedforsecurity=False).hexdigest(),
    }


def _bill_or_fault(bank: Bank, form: dict[str, str]) -> Any:
    """Creates a bill. As at ToyyibPay, an error also has status 200. If the response is lost, the bill still
    exists."""
    if bank.fails("create-422"):
        return {"status": "error", "msg": "Category is not active"}
    made = [{"BillCode": _make_bill(bank, form).id}]
    return JSONResponse(None, status_code=500) if bank.fails("create-500") else made


def _transactions_or_fault(bank: Bank, bill: Bill | None) -> Any:
    for fault, status in (("get-429", 429), ("get-500", 500)):
        if bank.fails(fault):
            return JSONResponse({"status": "error", "msg": "Try again later"}, status_code=status)
    return (
        []
        if bill is None
        else [_transaction_json(bill, transaction) for transaction in reversed(bill.transactions)]
    )


def _make_bill(bank: Bank, form: dict[str, str]) -> Bill:
    bill = bank.make(
        {
            "collection_id": STAND_IN["wangi_billplz_collection_id"],
            "amount": form["billAmount"],
            "name": form["billTo"],
            "email": form["billEmail"],
            "mobile": form["billPhone"],
            "description": form["billDescription"],
            "callback_url": form["billCallbackUrl"],
            "redirect_url": form["billReturnUrl"],
            "reference_2": form["billExternalReferenceNo"],
        }
    )
    bill.url = f"{bank.base_url}/{bill.id}"
    return bill


def _transaction_json(bill: Bill, one: Transaction) -> dict[str, str]:
    return {
        "billpaymentStatus": one.status,
        "billpaymentAmount": f"{bill.amount / 100:.2f}",
        "billpaymentChannel": one.channel,
        "billpaymentInvoiceNo": one.id,
        "billExternalReferenceNo": _order_of(bill),
    }


def _inactive(bill: Bill) -> dict[str, str]:
    if bill.state != "due":
        return {
            "status": "failed",
            "result": "Bill is inactive" if bill.state == "deleted" else "Bill is paid",
        }
    if any(transaction.status == "2" for transaction in bill.transactions[-1:]):
        return {"status": "failed", "result": "Bill has pending transaction process"}
    bill.state = "deleted"
    return {"status": "success", "result": "Bill status changed to inactive"}


def _order_of(bill: Bill) -> str:
    return bill.references["reference_2"]
