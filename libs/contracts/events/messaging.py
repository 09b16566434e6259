"""Facts about messages and trades; the first ones arrive with the feature that tells them."""

from typing import ClassVar

from libs.contracts.fact import Receipt


class PersonForgotten(Receipt):
    """Nothing personal about an erased person is left in messaging."""

    topic: ClassVar[str] = "wangi.messages"
    producer: ClassVar[str] = "messaging"
