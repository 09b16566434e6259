"""HTTP of catalog, by what it is about: each route is a sentence. What stands first is asked first."""

from services.catalog.routes import auctions, browse, desk, favourites, internal, pictures, products, sellers, staff

ROUTERS = [
    browse.router,
    staff.router,
    products.router,
    auctions.router,
    sellers.router,
    pictures.router,
    favourites.router,
    desk.router,
    internal.router,
]
