"""The boost service, put together."""

from libs.contracts.events.boost import PersonForgotten
from libs.kit.events import forgetting
from libs.kit.process.service import create_service
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
from services.boost.protection import routes as protection_routes
from services.boost.routes import (
    boosts,
    e_invoices,
    internal,
    mismatches,
    notifications,
    orders,
    packages,
    payouts,
    staff,
    wallet,
)
from services.boost.service.forgetting import next_piece
from services.boost.settings import BoostSettings
from services.boost.subscribers import subscriptions

ROUTERS = [
    packages.router,
    orders.router,
    notifications.router,
    boosts.router,
    wallet.router,
    protection_routes.router,
    payouts.router,
    mismatches.router,
    staff.router,
    e_invoices.router,
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
    forgetting.job(next_piece, PersonForgotten),
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
