"""What messaging does: for now, know what a conversation may be about."""

from libs.kit.events.product_copies import ProductCopies
from services.messaging.models import ProductCopy

products = ProductCopies(ProductCopy)
