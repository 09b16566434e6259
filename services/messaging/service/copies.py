"""What messaging knows of listings, told by catalog."""

from libs.kit.events.product_copies import ProductCopies
from services.messaging.models import ProductCopy

products = ProductCopies(ProductCopy)
