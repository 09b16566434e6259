"""The messaging service, put together."""

from libs.contracts.events.messaging import PersonForgotten
from libs.kit.events import forgetting
from libs.kit.process.service import create_service
from services.messaging.routes import router
from services.messaging.service import forget
from services.messaging.settings import MessagingSettings
from services.messaging.subscribers import subscriptions

app = create_service(
    "messaging", MessagingSettings(), [router], subscriptions, jobs=[forgetting.job(forget, PersonForgotten)]
)
