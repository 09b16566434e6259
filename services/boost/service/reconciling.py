"""What the payment provider says of bills that are not paid here, for the operator's command."""

from libs.kit.db.database import Database
from services.boost.domain.payments import MOST_ASKS
from services.boost.providers.port import Provider
from services.boost.queries import payments as queries


async def unsettled(database: Database, provider: Provider) -> list[str]:
    """Return which of the bills that wait longest are paid at the provider and not here, in words."""
    async with database.reading() as session:
        waiting = await queries.waiting(session, MOST_ASKS)
    found = []
    for payment in waiting:
        bill = await provider.fetch(payment.bill_id or "")
        if bill is not None and bill.is_paid:
            found.append(f"payment {payment.id} of order {payment.order_id}: paid at the provider, not here")
    return found
