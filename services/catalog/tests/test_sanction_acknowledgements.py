from datetime import timedelta

import pytest

from libs.contracts.event import make_envelope
from libs.contracts.events.auth import UserBanned, UserSuspended, UserUnbanned
from libs.contracts.events.sanctions import SanctionAppliedToListings
from libs.kit.events.inbox import Inbox
from libs.kit.process import clock
from libs.kit.testing import Service, as_message
from services.catalog.tests.makers import a_seller, listed
from tests.support.acknowledgements import acknowledgements

pytestmark = pytest.mark.servers


async def test_ban_hides_and_unban_shows_listings_with_counts(catalog: Service) -> None:
    person, seller = a_seller()
    first, *_ = [await listed(catalog, seller) for _ in range(3)]
    at = clock.about_now()
    inbox = Inbox("catalog", catalog.database, catalog.app.state.subscriptions)
    message = as_message(make_envelope(UserBanned(user_id=person, by_admin_id=1, banned_at=at), 1))
    for _ in range(2):
        await inbox.handle(message)
    assert await acknowledgements(catalog, SanctionAppliedToListings, person, "ban", at) == [
        {"listings_hidden": 3}
    ]
    assert (await catalog.http.get(f"/api/products/{first['id']}")).status_code == 404
    later = at + timedelta(minutes=1)
    await catalog.deliver(UserUnbanned(user_id=person, by_admin_id=1, unbanned_at=later), version=2)
    assert await acknowledgements(catalog, SanctionAppliedToListings, person, "lift_ban", later) == [
        {"listings_shown": 3}
    ]
    assert (await catalog.http.get(f"/api/products/{first['id']}")).status_code == 200


async def test_suspension_hides_nothing_and_is_acknowledged(catalog: Service) -> None:
    person, seller = a_seller()
    listing = await listed(catalog, seller)
    at = clock.about_now()
    await catalog.deliver(UserSuspended(user_id=person, until=at + timedelta(days=3), suspended_at=at))
    assert await acknowledgements(catalog, SanctionAppliedToListings, person, "suspend", at) == [{}]
    assert (await catalog.http.get(f"/api/products/{listing['id']}")).status_code == 200
