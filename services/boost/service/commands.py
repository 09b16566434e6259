"""Commands in which the provider is called: between two transactions, so that none waits for it."""

from libs.kit.http.access import Identity
from services.boost.schemas.orders import CheckoutOut, OrderIn, PayOut
from services.boost.service import orders, payments
from services.boost.service.returns import PROCESSING
from services.boost.service.setup import Setup


async def create(setup: Setup, seller: Identity, form: OrderIn, key: str | None) -> CheckoutOut:
    """Order a boost and make its bill; the same call again goes on where this one ended."""
    async with setup.database.transaction() as session:
        order = await orders.place(session, setup.tax, seller, form, key)
    if order.status in ("expired", "cancelled"):  # the same key again, after its order was not paid
        async with setup.database.transaction() as session:
            order = await orders.pay_again(session, setup.tax, seller, order.known_id)
    url = await payments.address(setup, order.known_id)
    message = PROCESSING if url is None else None
    return CheckoutOut(order_id=str(order.known_id), payment_url=url, message=message)


async def pay(setup: Setup, seller: Identity, order_id: int) -> PayOut:
    """Open an order for another payment and return where it is paid."""
    async with setup.database.transaction() as session:
        await orders.pay_again(session, setup.tax, seller, order_id)
    return PayOut(order_id=str(order_id), payment_url=await payments.address(setup, order_id))
