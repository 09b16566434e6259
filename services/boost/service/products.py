"""What boost does: for now, know whose products there are."""

from libs.kit.events.product_copies import ProductCopies
from services.boost.models import ProductCopy

products = ProductCopies(ProductCopy)
