"""Alembic's entry for the schema `auth`."""

from libs.kit.db.migrate import run_environment
from services.auth.accounts import models as accounts
from services.auth.api_keys import models as api_keys
from services.auth.mail import models as mail
from services.auth.models import METADATA
from services.auth.notifications import models as notifications
from services.auth.passkeys import models as passkeys
from services.auth.privacy import models as privacy
from services.auth.providers import models as providers
from services.auth.push import models as push
from services.auth.second_factor import models as second_factor
from services.auth.sign_in import models as sign_in
from services.auth.staff import models as staff
from services.auth.webhooks import models as webhooks

# Each declares its tables when it is imported.
TABLES = (
    accounts,
    api_keys,
    mail,
    notifications,
    passkeys,
    privacy,
    providers,
    push,
    second_factor,
    sign_in,
    staff,
    webhooks,
)

run_environment("auth", METADATA)
