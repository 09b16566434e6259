"""The boost service, put together."""

from libs.contracts.events.boost import PersonForgotten
from libs.kit.events import forgetting
from libs.kit.process.service import create_service
from services.boost.routes import router
from services.boost.service import products
from services.boost.settings import BoostSettings
from services.boost.subscribers import subscriptions

JOBS = [forgetting.job(products.forget, PersonForgotten)]

app = create_service("boost", BoostSettings, [router], subscriptions, jobs=JOBS)
