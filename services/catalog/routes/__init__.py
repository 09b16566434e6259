"""HTTP of catalog, by what it is about: each route is a sentence. What stands first is asked first."""

from services.catalog.routes import browse, desk, favourites, internal, pictures, products, sellers, staff

ROUTERS = [
    browse.router,
    sellers.router,
    staff.router,
    pictures.router,
    favourites.router,
    desk.router,
    products.router,
    internal.router,
]
