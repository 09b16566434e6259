"""Every SELECT of catalog, by what it is about."""

from services.catalog.queries import desk, favourites, index, pictures, products, saved, shelf, views

__all__ = ["desk", "favourites", "index", "pictures", "products", "saved", "shelf", "views"]
