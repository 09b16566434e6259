"""Facts about paid visibility; the first ones arrive with the feature that tells them."""

from typing import ClassVar

from libs.contracts.fact import Receipt


class PersonForgotten(Receipt):
    """Nothing personal about an erased person is left in boost."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"
