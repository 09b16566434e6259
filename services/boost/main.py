"""The boost service, put together."""

from libs.kit.service import create_service
from services.boost.routes import router
from services.boost.settings import BoostSettings
from services.boost.subscribers import subscriptions

app = create_service("boost", BoostSettings(), [router], subscriptions)
