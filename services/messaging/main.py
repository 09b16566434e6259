"""The messaging service, put together."""

from libs.contracts.events.messaging import PersonForgotten
from libs.kit.events import forgetting
from libs.kit.process.service import create_service
from services.messaging.jobs import (
    keep_cards,
    keep_completing,
    keep_counting,
    keep_deleting_files,
    keep_expiring,
    keep_offering,
    keep_reminding,
    keep_revealing,
    keep_verifying,
    start_message_queue,
)
from services.messaging.routes import (
    bulk,
    conversations,
    deals,
    favourite_offers,
    figures,
    files,
    internal,
    messages,
    offers,
    review_pictures,
    reviews,
    staff,
    verification,
)
from services.messaging.service.forgetting import next_piece
from services.messaging.settings import MessagingSettings
from services.messaging.subscribers import subscriptions

# A request is compared with one router after another: first the one of the messages that come in batches.
ROUTERS = [
    internal.router,
    deals.router,
    review_pictures.router,
    reviews.router,
    verification.router,
    figures.router,
    favourite_offers.router,
    offers.router,
    files.router,
    messages.router,
    conversations.router,
    bulk.router,
    staff.router,
]
JOBS = [
    keep_cards,
    keep_completing,
    keep_counting,
    keep_deleting_files,
    keep_expiring,
    keep_offering,
    keep_reminding,
    keep_revealing,
    keep_verifying,
    forgetting.job(next_piece, PersonForgotten),
]

# Ordinary messages are shown before their fact (0036), so that facts may wait for each other longer: where
# many write, Kafka and all who listen have a third of the work. What comes by its fact (attachments, offers,
# steps of deals) leaves at once after a pause, and up to so much later otherwise.
RELAY_LINGER = 0.05

app = create_service(
    "messaging",
    MessagingSettings,
    ROUTERS,
    subscriptions,
    jobs=JOBS,
    calls=["catalog", "auction", "boost"],
    on_start=start_message_queue,
    relay_linger=RELAY_LINGER,
    staff_path="/api/admin/orders",
)
