from libs.contracts.events.messaging import PersonForgotten
from libs.marketplace import erasure
from libs.marketplace.service import create_service
from services.messaging import internal
from services.messaging.attachments import routes as attachments_routes
from services.messaging.conversations import routes as conversations_routes
from services.messaging.deals import routes as deals_routes
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
from services.messaging.messages import routes as messages_routes
from services.messaging.offers import favourite_routes
from services.messaging.offers import routes as offers_routes
from services.messaging.privacy.service import next_piece
from services.messaging.reviews import picture_routes
from services.messaging.reviews import routes as reviews_routes
from services.messaging.settings import MessagingSettings
from services.messaging.staff import bulk_routes
from services.messaging.staff import routes as staff_routes
from services.messaging.subscribers import subscriptions
from services.messaging.verification import routes as verification_routes

# The batch route comes first, because it has the most traffic.
ROUTERS = [
    internal.router,
    deals_routes.router,
    picture_routes.router,
    reviews_routes.router,
    verification_routes.router,
    favourite_routes.router,
    offers_routes.router,
    attachments_routes.router,
    messages_routes.router,
    conversations_routes.router,
    bulk_routes.router,
    staff_routes.router,
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
    erasure.job(next_piece, PersonForgotten),
]


# Ordinary messages are shown before their event is published (0036), so their events are batched with this
# delay. Under load this cuts the work of Kafka and all consumers to a third. Messages that are shown by
# their event are published at once after an idle time.
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
