"""Events of boosts: orders, payments and featured periods."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.event import ErasureAcknowledged, Event, Id, PublicModel, Sen, Version

PackageType = Literal["standard", "premium"]
RefundReason = Literal["removed", "staff", "late"]


class FeaturedProduct(PublicModel):
    """The end of a product's featured period, or None.
    The highest `version` of a product is current, whatever the order of events."""

    product_id: Id
    version: Version
    featured_at: datetime | None
    featured_until: datetime | None


FeaturedProducts = Annotated[list[FeaturedProduct], Field(min_length=1, max_length=50)]


class BoostEvent(Event):
    """An event of a boost order. Amounts are in sen."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"
    key_field: ClassVar[str] = "order_id"

    order_id: Id
    seller_id: Id


class BoostOrdered(BoostEvent):
    """A seller ordered a boost. The order is not paid yet."""

    package_id: Id
    package_type: PackageType
    product_ids: Annotated[list[Id], Field(min_length=1, max_length=50)]
    amount: Sen
    ordered_at: datetime


class BoostPaid(BoostEvent):
    """An order was paid, partly by wallet credit (`credit`) and the rest by the provider.
    Published once per order."""

    package_id: Id
    package_type: PackageType
    duration_hours: Annotated[int, Field(ge=1, le=8760)]
    amount: Sen
    credit: Sen
    products: FeaturedProducts
    paid_at: datetime


class BoostPaymentFailed(BoostEvent):
    """A payment failed. The order can still be paid."""

    failed_at: datetime


class BoostEndingSoon(BoostEvent):
    """The boost of these products ends within a day. Published once."""

    product_ids: Annotated[list[Id], Field(min_length=1, max_length=50)]
    ends_at: datetime
    notified_at: datetime


class BoostExpired(BoostEvent):
    """The boost of these products has ended."""

    products: FeaturedProducts
    expired_at: datetime


class BoostRefunded(BoostEvent):
    """An order was partly or fully refunded to the wallet. `products` contains the new featured periods."""

    amount: Sen
    reason: RefundReason
    products: Annotated[list[FeaturedProduct], Field(max_length=50)]
    refunded_at: datetime


class WalletEvent(Event):
    """An event of a wallet. `balance` is the balance after the event."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    entry_id: Id
    user_id: Id
    amount: Sen
    balance: Sen
    order_id: Id | None
    # The deal that the money belongs to. None for boosts and in older events.
    transaction_id: Id | None = None

    @property
    def key(self) -> str:
        return f"wallet-{self.user_id}"


class WalletCredited(WalletEvent):
    """A wallet was credited."""

    credited_at: datetime


class WalletDebited(WalletEvent):
    """A wallet was debited."""

    debited_at: datetime


class PaymentMethodConfirmed(Event):
    """A person's payment method was confirmed by a payment or by a bank account in the person's name.
    Published once."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    user_id: Id
    confirmed_by: Literal["payment", "bank_account"]
    confirmed_at: datetime

    @property
    def key(self) -> str:
        return f"payment-method-{self.user_id}"


class PersonForgotten(ErasureAcknowledged):
    """Boost has erased a person's data."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"
