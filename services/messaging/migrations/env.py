"""Alembic's entry for the schema `messaging`."""

from libs.kit.db.migrate import run_environment
from services.messaging.conversations import models as conversations_models
from services.messaging.deals import models as deals_models
from services.messaging.models import METADATA
from services.messaging.offers import models as offers_models
from services.messaging.replicas import models as replicas_models
from services.messaging.reviews import models as reviews_models

# Each declares its tables when it is imported.
TABLES = (conversations_models, replicas_models, deals_models, offers_models, reviews_models)


run_environment("messaging", METADATA)
