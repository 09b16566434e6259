"""The boost service, put together."""

from libs.contracts.events.boost import PersonForgotten
from libs.kit.events import forgetting
from libs.kit.process.service import create_service
from services.boost.jobs import choose_provider, keep_ending, keep_judging, keep_polling, keep_trimming
from services.boost.routes import boosts, internal, notifications, orders, packages, staff, wallet
from services.boost.service.forgetting import next_piece
from services.boost.settings import BoostSettings
from services.boost.subscribers import subscriptions

ROUTERS = [
    packages.router,
    orders.router,
    notifications.router,
    boosts.router,
    wallet.router,
    staff.router,
    internal.router,
]
JOBS = [
    keep_ending,
    keep_judging,
    keep_polling,
    keep_trimming,
    forgetting.job(next_piece, PersonForgotten),
]

app = create_service("boost", BoostSettings, ROUTERS, subscriptions, jobs=JOBS, on_start=choose_provider)
