"""The boost service, put together."""

from libs.kit.service import create_service
from services.boost.routes import router
from services.boost.settings import BoostSettings
from services.boost.subscribers import subscriptions

settings = BoostSettings()
app = create_service("boost", settings, [router], subscriptions)
