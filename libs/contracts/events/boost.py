"""Facts about paid visibility: orders of boosts, what was paid, and what is featured until when."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from libs.contracts.fact import Fact, Id, PublicModel, Receipt, Sen, Version

PackageType = Literal["standard", "premium"]
RefundReason = Literal["removed", "staff", "late"]


class FeaturedProduct(PublicModel):
    """Until when a product is featured. The highest `version` of a product is the truth, however the facts of
    different orders arrive; None: it is featured no longer."""

    product_id: Id
    version: Version
    featured_at: datetime | None
    featured_until: datetime | None


FeaturedProducts = Annotated[list[FeaturedProduct], Field(min_length=1, max_length=50)]


class BoostFact(Fact):
    """A fact about one order of a boost; amounts are in sen."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"
    key_field: ClassVar[str] = "order_id"

    order_id: Id
    seller_id: Id


class BoostOrdered(BoostFact):
    """A seller ordered a boost for these products; nothing is paid yet."""

    package_id: Id
    package_type: PackageType
    product_ids: Annotated[list[Id], Field(min_length=1, max_length=50)]
    amount: Sen
    ordered_at: datetime


class BoostPaid(BoostFact):
    """An order was paid, once: by the provider (`amount` less `credit`) and by wallet credit."""

    package_id: Id
    package_type: PackageType
    duration_hours: Annotated[int, Field(ge=1, le=8760)]
    amount: Sen
    credit: Sen
    products: FeaturedProducts
    paid_at: datetime


class BoostPaymentFailed(BoostFact):
    """The provider told of a payment that did not succeed; the order can still be paid."""

    failed_at: datetime


class BoostEndingSoon(BoostFact):
    """The time that was paid for is over for these products within a day; told once, before it is."""

    product_ids: Annotated[list[Id], Field(min_length=1, max_length=50)]
    ends_at: datetime
    told_at: datetime


class BoostExpired(BoostFact):
    """The time that was paid for is over for these products."""

    products: FeaturedProducts
    expired_at: datetime


class BoostRefunded(BoostFact):
    """A part or all of an order was given back as wallet credit; `products` are featured less long."""

    amount: Sen
    reason: RefundReason
    products: Annotated[list[FeaturedProduct], Field(max_length=50)]
    refunded_at: datetime


class WalletFact(Fact):
    """A fact about the wallet credit of one person; `balance` is what it is afterwards."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    entry_id: Id
    user_id: Id
    amount: Sen
    balance: Sen
    order_id: Id | None
    # The deal whose money it is; None too in facts of before deals had any.
    transaction_id: Id | None = None

    @property
    def key(self) -> str:
        return f"wallet-{self.user_id}"


class WalletCredited(WalletFact):
    """Credit was given to a person."""

    credited_at: datetime


class WalletDebited(WalletFact):
    """A person spent credit."""

    debited_at: datetime


class PaymentMethodConfirmed(Fact):
    """A payment of this person came, or they wrote down a bank account in their own name; told once."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    user_id: Id
    confirmed_by: Literal["payment", "bank_account"]
    confirmed_at: datetime

    @property
    def key(self) -> str:
        return f"payment-method-{self.user_id}"


class PersonForgotten(Receipt):
    """Nothing personal about an erased person is left in boost."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"
