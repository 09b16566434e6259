"""Facts about moderation; the first ones arrive with the feature that tells them."""

from typing import ClassVar

from libs.contracts.fact import Receipt


class PersonForgotten(Receipt):
    """Nothing personal about an erased person is left in admin."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"
