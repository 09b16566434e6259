from libs.contracts.events.boost import PersonForgotten
from libs.marketplace import erasure
from libs.marketplace.service import create_service
from services.boost import internal
from services.boost.boosts import routes as boosts_routes
from services.boost.jobs import (
    choose_provider,
    keep_cases,
    keep_deadlines,
    keep_ending,
    keep_judging,
    keep_paying_out,
    keep_polling,
    keep_ranking,
    keep_sweeping,
    keep_trimming,
    keep_warning,
)
from services.boost.payments import routes as payments_routes
from services.boost.payouts import routes as payouts_routes
from services.boost.privacy.service import erase_next_batch
from services.boost.protection import routes as protection_routes
from services.boost.settings import BoostSettings
from services.boost.staff import routes as staff_routes
from services.boost.subscribers import subscriptions
from services.boost.wallet import routes as wallet_routes

ROUTERS = [
    boosts_routes.router,
    payments_routes.router,
    wallet_routes.router,
    protection_routes.router,
    payouts_routes.router,
    staff_routes.router,
    internal.router,
]
JOBS = [
    keep_cases,
    keep_ending,
    keep_judging,
    keep_polling,
    keep_ranking,
    keep_deadlines,
    keep_paying_out,
    keep_sweeping,
    keep_trimming,
    keep_warning,
    erasure.job(erase_next_batch, PersonForgotten),
]

app = create_service(
    "boost",
    BoostSettings,
    ROUTERS,
    subscriptions,
    jobs=JOBS,
    calls=["messaging"],
    on_start=choose_provider,
    staff_path="/api/admin/boost",
)
