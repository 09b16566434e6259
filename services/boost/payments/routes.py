from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response

from libs.kit.errors import TooLarge, Unavailable
from libs.kit.http.error_responses import refusals
from services.boost.dependencies import SetupDep
from services.boost.payments import callbacks, rules

router = APIRouter(tags=["boost"])
DASHBOARD = "/seller/dashboard"


@router.post("/api/boost/callback", responses=refusals(TooLarge, Unavailable))
async def callback(request: Request, setup: SetupDep) -> Response:
    """Receive a callback of the payment provider. A callback without a valid signature changes nothing."""
    body = await request.body()
    if len(body) > rules.MAX_CALLBACK_BYTES:
        raise TooLarge
    await callbacks.receive_callback(setup, "callback", body)
    return Response(status_code=200)


@router.get(
    "/api/boost/return", status_code=302, response_class=Response, responses=refusals(TooLarge, Unavailable)
)
async def come_back(request: Request, setup: SetupDep) -> Response:
    """Redirect the payer from the payment page to the dashboard or the purchase, with the outcome."""
    query: bytes = request.scope["query_string"]
    if len(query) > rules.MAX_CALLBACK_BYTES:
        raise TooLarge
    notice = await callbacks.return_from_payment(setup, query)
    if notice.deal_id is not None:
        words = urlencode({"payment": notice.payment, "message": notice.message})
        return Response(status_code=302, headers={"Location": f"/orders/{notice.deal_id}?{words}"})
    parts = {"tab": "boosted", "payment": notice.payment, "message": notice.message}
    if notice.order_id is not None:
        parts["order"] = str(notice.order_id)
    return Response(status_code=302, headers={"Location": f"{DASHBOARD}?{urlencode(parts)}"})
