from libs.kit import settings


class Settings(settings.Settings):
    catalog_url: str = "http://127.0.0.1:8102"
    auction_url: str = "http://127.0.0.1:8103"
    messaging_url: str = "http://127.0.0.1:8104"
    boost_url: str = "http://127.0.0.1:8105"
    admin_url: str = "http://127.0.0.1:8106"
