"""Alembic's entry for the schema `admin`."""

from libs.kit.db.migrate import run_environment
from services.admin.analytics import models as analytics
from services.admin.audit import models as audit
from services.admin.cases import models as cases
from services.admin.models import METADATA
from services.admin.operator_settings import models as operator_settings
from services.admin.risk import models as risk

# Each declares its tables when it is imported.
TABLES = (
    analytics,
    audit,
    cases,
    operator_settings,
    risk,
)

run_environment("admin", METADATA)
