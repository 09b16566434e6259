"""Payouts to bank accounts (API v5)."""

import hmac
import secrets
import uuid
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from services.boost.payments.providers import signatures
from services.boost.payments.providers.payment_orders import SIGNED
from services.boost.settings import STAND_IN_PAYOUTS

MAX_ORDERS = 2_000
# How long a bank takes, divided by the speed of the sandbox.
SECONDS = 60
# The money comes back from accounts with this ending, as if the holder's name were wrong.
REFUSED_ENDING = "0000"
Fields = dict[str, str]


@dataclass
class PaymentOrder:
    id: str
    fields: Fields
    done_at: datetime
    status: str = "processing"
    is_reported: bool = False


@dataclass
class PayoutDesk:
    x_signature_key: str
    callback_url: str | None = None
    collections: dict[str, str] = field(default_factory=lambda: {STAND_IN_PAYOUTS: "Payouts"})
    orders: "OrderedDict[str, PaymentOrder]" = field(default_factory=OrderedDict)

    def is_signed(self, values: Iterable[str], checksum: str) -> bool:
        expected = signatures.checksum(self.x_signature_key, values)
        return hmac.compare_digest(expected.encode(), checksum.encode())

    def open_collection(self, title: str, callback_url: str) -> str:
        number = secrets.token_hex(4)
        self.collections[number] = title
        self.callback_url = callback_url or self.callback_url
        return number

    def is_taken(self, collection_id: str, reference: str) -> bool:
        return any(
            order.fields["reference_id"] == reference
            and order.fields["payment_order_collection_id"] == collection_id
            for order in self.orders.values()
        )

    def make(self, fields: Fields, now: datetime, speed: float) -> PaymentOrder:
        order = PaymentOrder(str(uuid.uuid4()), fields, now + timedelta(seconds=SECONDS / speed))
        self.orders[order.id] = order
        while len(self.orders) > MAX_ORDERS:
            self.orders.popitem(last=False)
        return order

    def order_json(self, order: PaymentOrder, now: datetime) -> dict[str, Any]:
        self.settle(order, now)
        return {
            **{name: value for name, value in order.fields.items() if name not in ("epoch", "checksum")},
            "id": order.id,
            "status": order.status,
            "total": int(order.fields["total"]),
        }

    def settle(self, order: PaymentOrder, now: datetime) -> None:
        """Completes or returns the order if it is due."""
        if order.status == "processing" and order.done_at <= now:
            is_refused = order.fields["bank_account_number"].endswith(REFUSED_ENDING)
            order.status = "refunded" if is_refused else "completed"

    def due(self, now: datetime) -> list[str]:
        """Returns the callbacks of ended orders. Each callback is returned once."""
        bodies = []
        for order in self.orders.values():
            self.settle(order, now)
            if order.status != "processing" and not order.is_reported:
                order.is_reported = True
                bodies.append(self.callback(order, now))
        return bodies

    def callback(self, order: PaymentOrder, now: datetime) -> str:
        epoch = str(int(now.timestamp()))
        fields = order.fields | {"id": order.id, "status": order.status, "epoch": epoch}
        fields["checksum"] = signatures.checksum(self.x_signature_key, [fields[name] for name in SIGNED])
        return urlencode(fields)
