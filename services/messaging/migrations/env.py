"""Alembic's entry for the schema `messaging`."""

from libs.kit.db.migrate import run_environment
from services.messaging.attachments import models as attachments
from services.messaging.conversations import models as conversations
from services.messaging.deals import models as deals
from services.messaging.messages import models as messages
from services.messaging.models import METADATA
from services.messaging.offers import models as offers
from services.messaging.replicas import models as replicas
from services.messaging.reviews import models as reviews
from services.messaging.verification import models as verification

# Each declares its tables when it is imported.
TABLES = (attachments, conversations, deals, messages, offers, replicas, reviews, verification)

run_environment("messaging", METADATA)
