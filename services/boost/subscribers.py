"""What boost hears: what is for sale. Who people are and who is gone, the kit hears."""

from faststream import AckPolicy
from faststream.kafka import KafkaRouter

from libs.kit.events.subscribing import Subscriptions, read_facts
from services.boost.service.products import products

router = KafkaRouter(decoder=read_facts, ack_policy=AckPolicy.MANUAL)
products.subscribe(router)
subscriptions = Subscriptions(router)
