"""The auth service, put together."""

from libs.kit.process.service import create_service
from services.auth.jobs import erase, mail_outbids, send_mail, tidy
from services.auth.routes import routers
from services.auth.service.erasure import ANSWERING
from services.auth.service.office import open_office
from services.auth.settings import AuthSettings
from services.auth.subscribers import subscriptions

app = create_service(
    "auth",
    AuthSettings(),
    routers,
    subscriptions,
    jobs=[send_mail, mail_outbids, erase, tidy],
    calls=ANSWERING,
    on_start=open_office,
)
