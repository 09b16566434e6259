"""The copy of whose products there are, told by catalog."""

from libs.kit.events.product_copies import ProductColumns
from services.boost.models.base import Table


class ProductCopy(Table, ProductColumns, table=True):
    """A product that could be boosted, and by whom."""

    __tablename__ = "product_copies"
