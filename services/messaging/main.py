"""The messaging service, put together."""

from libs.contracts.events.messaging import PersonForgotten
from libs.kit.events import forgetting
from libs.kit.process.service import create_service
from services.messaging.routes import router
from services.messaging.service import products
from services.messaging.settings import MessagingSettings
from services.messaging.subscribers import subscriptions

JOBS = [forgetting.job(products.forget, PersonForgotten)]

app = create_service("messaging", MessagingSettings, [router], subscriptions, jobs=JOBS)
