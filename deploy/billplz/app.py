"""The sandbox's copy of Billplz's API v3, v4 and v5, and its payment page."""

import base64
import binascii
import hmac
from typing import Any
from urllib.parse import urlencode

from fastapi import Depends, FastAPI, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from deploy.billplz.bank import ACTIONS, BANKS, Bank, Bill
from deploy.billplz.forms import Refused, fields_of
from deploy.billplz.page import SAFE, bill_page, left_page, list_page
from deploy.billplz.payout_calls import add_payouts
from deploy.billplz.toyyibpay import add_toyyibpay

PAGE = 15
REQUIRED = ("collection_id", "name", "amount", "callback_url", "description")
LIMITS = {"name": 255, "description": 200, "reference_1_label": 20, "reference_2_label": 20, "reference_1": 120,
          "reference_2": 120}  # fmt: skip
UNLIMITED = {
    "RateLimit-Limit": "unlimited",
    "RateLimit-Remaining": "unlimited",
    "RateLimit-Reset": "unlimited",
}
LARGEST = 10**9


def application(bank: Bank) -> FastAPI:
    app = FastAPI(title="Billplz stand-in", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.bank = bank
    app.add_exception_handler(Refused, _answer_refused)  # type: ignore[arg-type]
    _add_bills(app, bank)
    _add_collections(app, bank)
    add_payouts(app, bank, Depends(_key_of(bank)))
    _add_pages(app, bank)
    add_toyyibpay(app, bank)
    return app


def _add_bills(app: FastAPI, bank: Bank) -> None:
    key = Depends(_key_of(bank))

    @app.post("/api/v3/bills", dependencies=[key])
    async def make_bill(request: Request) -> Any:
        form = checked(await fields_of(request), bank)
        if bank.fails("create-422"):
            raise Refused(422, "RecordInvalid", ["Collection is not active"])
        bill = bank.make(form)
        if bank.fails("create-500"):  # Fails after the bill was created.
            raise Refused(500, "InternalServerError", "Something went wrong")
        return bill_json(bill)

    @app.get("/api/v3/bills/{bill_id}", dependencies=[key])
    async def get_bill(bill_id: str) -> Any:
        _fail_reading(bank)
        return JSONResponse(bill_json(_bill(bank, bill_id)), headers=UNLIMITED)

    @app.delete("/api/v3/bills/{bill_id}", dependencies=[key])
    async def delete_bill(bill_id: str) -> Any:
        bill = _bill(bank, bill_id)
        if bill.state != "due":
            raise Refused(422, "RecordInvalid", ["Bill is not due"])
        bill.state = "deleted"
        return {}

    @app.get("/api/v3/bills/{bill_id}/transactions", dependencies=[key])
    async def transactions(bill_id: str, page: int = 1, status: str = "") -> Any:
        _fail_reading(bank)
        found = [
            transaction
            for transaction in _bill(bank, bill_id).transactions
            if status in ("", transaction.status)
        ]
        first = max(0, page - 1) * PAGE
        return {
            "bill_id": bill_id,
            "transactions": [
                {
                    "id": item.id,
                    "status": item.status,
                    "completed_at": item.completed_at.isoformat() if item.completed_at else None,
                    "payment_channel": item.channel,
                }
                for item in found[first : first + PAGE]
            ],
            "page": page,
        }


def _add_collections(app: FastAPI, bank: Bank) -> None:
    key = Depends(_key_of(bank))

    @app.post("/api/v3/collections", dependencies=[key])
    @app.post("/api/v4/collections", dependencies=[key])
    async def open_collection(request: Request) -> Any:
        title = (await fields_of(request)).get("title", "")
        if not title:
            raise Refused(422, "RecordInvalid", ["Title can't be blank"])
        number = bank.open_collection(title[:50])
        logo = {"thumb_url": None, "avatar_url": None}
        return {"id": number, "title": title[:50], "logo": logo, "split_header": False, "split_payments": []}

    @app.get("/api/v3/collections/{collection_id}/payment_methods", dependencies=[key])
    async def payment_methods(collection_id: str) -> Any:
        methods = [{"code": "fpx", "name": "Online Banking", "active": True}]
        return {"payment_methods": methods}

    @app.get("/api/v3/fpx_banks", dependencies=[key])
    async def banks() -> Any:
        return {"banks": [{"name": code, "active": True} for code in BANKS if not code.startswith("BP-")]}

    @app.get("/api/v4/payment_gateways", dependencies=[key])
    async def gateways() -> Any:
        kinds = {code: "billplz" if code.startswith("BP-") else "fpx" for code in BANKS}
        found = [{"code": code, "active": True, "category": kind} for code, kind in kinds.items()]
        return {"payment_gateways": found}

    @app.get("/api/v4/webhook_rank", dependencies=[key])
    async def rank() -> Any:
        return {"rank": bank.rank}


def _add_pages(app: FastAPI, bank: Bank) -> None:
    @app.get("/readyz")
    async def readyz() -> Any:
        return {"status": "ok"}

    @app.get("/")
    async def everything(request: Request) -> HTMLResponse:
        return HTMLResponse(list_page([*bank.bills.values()][::-1][:100], language_of(request)), headers=SAFE)

    @app.get("/bills/{bill_id}")
    async def look(bill_id: str, request: Request) -> HTMLResponse:
        bill = _bill(bank, bill_id)
        code = bill.references["reference_1"]
        is_direct = request.query_params.get("auto_submit") == "true" and code in BANKS
        return HTMLResponse(bill_page(bill, language_of(request), code if is_direct else ""), headers=SAFE)

    @app.post("/bills/{bill_id}")
    async def pay(bill_id: str, request: Request) -> Response:
        form, bill = await fields_of(request), _bill(bank, bill_id)
        action, code = form.get("action", ""), form.get("bank", "")
        if action not in ACTIONS or code not in BANKS:
            raise Refused(422, "RecordInvalid", ["Choose a bank and a button"])
        query = bank.pay(bill, action, code)
        if query is None or not bill.redirect_url:
            return HTMLResponse(left_page(bill, language_of(request)), headers=SAFE)
        joint = "&" if "?" in bill.redirect_url else "?"
        return RedirectResponse(f"{bill.redirect_url}{joint}{urlencode(query)}", status_code=302)


def _key_of(bank: Bank) -> Any:
    async def check(request: Request) -> None:
        scheme, _, encoded = request.headers.get("authorization", "").partition(" ")
        try:
            name, _, password = base64.b64decode(encoded, validate=True).decode().partition(":")
        except (binascii.Error, UnicodeDecodeError):
            name, password = "", "none"
        is_ours = hmac.compare_digest(name.encode(), bank.api_key.encode())
        if scheme.lower() != "basic" or not is_ours or password:
            raise Refused(401, "Unauthorized", "Access denied")

    return check


def checked(form: dict[str, str], bank: Bank) -> dict[str, str]:
    wrong = [
        f"{name.replace('_', ' ').capitalize()} can't be blank" for name in REQUIRED if not form.get(name)
    ]
    if not (form.get("email") or form.get("mobile")):
        wrong.append("Email or mobile can't be blank")
    amount = form.get("amount", "")
    if amount and not (amount.isascii() and amount.isdigit() and 0 < int(amount) <= LARGEST):
        wrong.append("Amount is not a positive integer")
    wrong += [f"{name} is too long" for name, most in LIMITS.items() if len(form.get(name, "")) > most]
    if form.get("collection_id") and form["collection_id"] not in bank.collections:
        wrong.append("Collection is not found")
    urls = [form.get(name, "") for name in ("callback_url", "redirect_url")]
    if any(url and not url.startswith(("http://", "https://")) for url in urls):
        wrong.append("URL is invalid")
    if wrong:
        raise Refused(422, "RecordInvalid", wrong)
    return form


def bill_json(bill: Bill) -> dict[str, Any]:
    return {
        "id": bill.id,
        "collection_id": bill.collection_id,
        "paid": bill.is_paid,
        "state": bill.state,
        "amount": bill.amount,
        "paid_amount": bill.paid_amount,
        "due_at": bill.due_at,
        "email": bill.email,
        "mobile": bill.mobile,
        "name": bill.name,
        "url": bill.url,
        **bill.references,
        "redirect_url": bill.redirect_url,
        "callback_url": bill.callback_url,
        "description": bill.description,
        "paid_at": bill.paid_at.isoformat() if bill.paid_at else None,
    }


def language_of(request: Request) -> str:
    asked = request.query_params.get("lang") or request.headers.get("accept-language", "")
    return "ms" if asked.lower().startswith("ms") else "en"


def _bill(bank: Bank, bill_id: str) -> Bill:
    bill = bank.bills.get(bill_id)
    if bill is None:
        raise Refused(404, "RecordNotFound", "Bill not found")
    return bill


def _fail_reading(bank: Bank) -> None:
    if bank.fails("get-429"):
        raise Refused(429, "RateLimit", ["Too many requests"])
    if bank.fails("get-500"):
        raise Refused(500, "InternalServerError", "Something went wrong")


async def _answer_refused(request: Request, refused: Refused) -> JSONResponse:
    body = {"error": {"type": refused.kind, "message": refused.message}}
    return JSONResponse(body, status_code=refused.status)
