import services.messaging.attachments.routes
import services.messaging.conversations.routes
import services.messaging.deals.routes
import services.messaging.internal
import services.messaging.messages.routes
import services.messaging.offers.favourite_routes
import services.messaging.offers.routes
import services.messaging.reviews.picture_routes
import services.messaging.reviews.routes
import services.messaging.staff.bulk_routes
import services.messaging.staff.routes
import services.messaging.verification.routes
from libs.contracts.events.messaging import PersonForgotten
from libs.marketplace import erasure
from libs.marketplace.service import create_service
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
from services.messaging.privacy.service import next_piece
from services.messaging.settings import MessagingSettings
from services.messaging.subscribers import subscriptions

# The batch route comes first, because it has the most traffic.
ROUTERS = [
    services.messaging.internal.router,
    services.messaging.deals.routes.router,
    services.messaging.reviews.picture_routes.router,
    services.messaging.reviews.routes.router,
    services.messaging.verification.routes.router,
    services.messaging.offers.favourite_routes.router,
    services.messaging.offers.routes.router,
    services.messaging.attachments.routes.router,
    services.messaging.messages.routes.router,
    services.messaging.conversations.routes.router,
    services.messaging.staff.bulk_routes.router,
    services.messaging.staff.routes.router,
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
    erasure.erasure_job(next_piece, PersonForgotten),
]


# Ordinary messages are shown before their event is published (0036), so their events can be batched with this
# delay. Under load this cuts the work of Kafka and all consumers to a third. Messages that are shown by their
# event are published immediately after an idle time.
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
