"""What goes over HTTP between messaging and other services."""

from libs.kit.http.schemas import Out


class ContactOut(Out):
    """A person and a product as a conversation would name them."""

    user_id: int
    username: str
    is_deleted: bool
    product_id: int | None
    product_name: str | None


class UnreadOut(Out):
    """Messages that wait."""

    count: int
