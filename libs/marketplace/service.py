from collections.abc import Sequence

from fastapi import APIRouter, Depends, FastAPI

from libs.kit import service
from libs.kit.events.relay import LINGER_SECONDS
from libs.kit.events.subscribing import Subscriptions
from libs.kit.http.health import health_router
from libs.kit.service import Job
from libs.marketplace import people
from libs.marketplace.access import staff_user
from libs.marketplace.settings import Settings

# Auth owns the accounts, so it has no replica of them.
OWNER_OF_PEOPLE = "auth"


def create_service(
    name: str,
    settings: type[Settings],
    routers: Sequence[APIRouter],
    subscriptions: Subscriptions,
    *,
    staff_path: str,
    jobs: Sequence[Job] = (),
    calls: Sequence[str] = (),
    on_start: Job | None = None,
    relay_linger: float = LINGER_SECONDS,
) -> FastAPI:
    """Returns a service that replicates people, except for auth, and reports its health to staff below
    `staff_path`."""
    has_replica = name != OWNER_OF_PEOPLE
    if has_replica:
        people.subscribe(subscriptions)
    return service.create_service(
        name,
        settings,
        [health_router(f"{staff_path}/health", Depends(staff_user)), *routers],
        subscriptions,
        jobs=jobs,
        broker_jobs=[people.keep_refreshing] if has_replica else (),
        calls=calls,
        on_start=on_start,
        relay_linger=relay_linger,
    )
