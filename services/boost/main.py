import services.boost.boosts.routes
import services.boost.internal
import services.boost.payments.routes
import services.boost.payouts.routes
import services.boost.protection.routes
import services.boost.staff.routes
import services.boost.wallet.routes
from libs.contracts.events.boost import PersonForgotten
from libs.marketplace import erasure
from libs.marketplace.service import create_service
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
from services.boost.privacy.service import erase_next_batch
from services.boost.settings import BoostSettings
from services.boost.subscribers import subscriptions

ROUTERS = [
    services.boost.boosts.routes.router,
    services.boost.payments.routes.router,
    services.boost.wallet.routes.router,
    services.boost.protection.routes.router,
    services.boost.payouts.routes.router,
    services.boost.staff.routes.router,
    services.boost.internal.router,
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
    erasure.erasure_job(erase_next_batch, PersonForgotten),
]

app = create_service(
    "boost",
    BoostSettings,
    ROUTERS,
    subscriptions,
    jobs=JOBS,
    calls=["messaging", "auction"],
    on_start=choose_provider,
    staff_path="/api/admin/boost",
)
