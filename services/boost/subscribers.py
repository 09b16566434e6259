"""What boost hears: new products that could be boosted. Who people are and who is gone, the kit hears."""

from faststream import AckPolicy
from faststream.kafka import KafkaRouter

from libs.contracts.events.catalog import ProductChanged, ProductListed, ProductRemoved, ProductSold
from libs.kit.events.subscribing import Session, Subscriptions, carries, read_facts
from services.boost import service

router = KafkaRouter(decoder=read_facts, ack_policy=AckPolicy.MANUAL)
products = router.subscriber("wangi.products")


@products(filter=carries(ProductListed))
async def remember_product(fact: ProductListed, session: Session) -> None:
    """Something to boost."""
    await service.keep_product(session, fact)


@products(filter=carries(ProductChanged))
async def remember_change(fact: ProductChanged, session: Session) -> None:
    """The same thing, described anew."""
    await service.keep_product(session, fact)


@products(filter=carries(ProductRemoved))
async def remember_removal(fact: ProductRemoved, session: Session) -> None:
    """Nothing to boost for now."""
    await service.take_off(session, fact)


@products(filter=carries(ProductSold))
async def remember_sale(fact: ProductSold, session: Session) -> None:
    """Sold is sold."""
    await service.take_off(session, fact)


subscriptions = Subscriptions(router)
