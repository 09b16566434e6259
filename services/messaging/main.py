"""The messaging service, put together."""

from libs.kit.service import create_service
from services.messaging.routes import router
from services.messaging.settings import MessagingSettings
from services.messaging.subscribers import subscriptions

app = create_service("messaging", MessagingSettings(), [router], subscriptions)
