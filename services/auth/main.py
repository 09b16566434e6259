import services.auth.accounts.profile_routes
import services.auth.accounts.recovery_routes
import services.auth.accounts.routes
import services.auth.api_keys.routes
import services.auth.internal
import services.auth.notifications.routes
import services.auth.passkeys.routes
import services.auth.providers.routes
import services.auth.push.routes
import services.auth.second_factor.routes
import services.auth.sign_in.routes
import services.auth.staff.bulk_routes
import services.auth.staff.routes
import services.auth.webhooks.routes
from libs.marketplace.service import create_service
from services.auth.auth_services import open_auth_services
from services.auth.jobs import erase, mail_outbids, send_mail, send_pushes, send_webhooks, tidy
from services.auth.privacy.erasure import ANSWERING
from services.auth.settings import AuthSettings
from services.auth.subscribers import subscriptions

ROUTERS = [
    services.auth.accounts.routes.router,
    services.auth.accounts.recovery_routes.router,
    services.auth.second_factor.routes.router,
    services.auth.passkeys.routes.router,
    services.auth.providers.routes.router,
    services.auth.accounts.profile_routes.router,
    services.auth.sign_in.routes.router,
    services.auth.sign_in.routes.sessions,
    services.auth.api_keys.routes.router,
    services.auth.webhooks.routes.router,
    services.auth.notifications.routes.router,
    services.auth.push.routes.router,
    services.auth.staff.bulk_routes.router,
    services.auth.staff.routes.router,
    services.auth.internal.router,
]


JOBS = [send_mail, mail_outbids, send_webhooks, send_pushes, erase, tidy]


app = create_service(
    "auth",
    AuthSettings,
    ROUTERS,
    subscriptions,
    jobs=JOBS,
    calls=ANSWERING,
    on_start=open_auth_services,
    staff_path="/api/admin/users",
)
