from collections.abc import AsyncIterator

import pytest

from deploy.billplz.bank import Bank
from libs.kit.http.picture_store import picture_store_of
from libs.kit.testing import Service
from libs.marketplace.testing import add_person
from services.boost.tests.till import Till, a_sandbox, a_till
from services.messaging.attachments.service import delete_discarded
from services.messaging.tests.attachments import AMIR, LINA, RAJ, SITI
from services.messaging.tests.auctions import Market


@pytest.fixture
async def market(catalog: Service, auction: Service, messaging: Service) -> Market:
    market = Market(catalog, auction, messaging)
    await market.know_people()
    return market


@pytest.fixture(scope="session")
async def sandbox() -> AsyncIterator[Bank]:
    async with a_sandbox() as bank:
        yield bank


@pytest.fixture
async def till(boost: Service, sandbox: Bank) -> AsyncIterator[Till]:
    async with a_till(boost, sandbox) as made:
        yield made


@pytest.fixture
async def people_with_files(messaging: Service) -> AsyncIterator[None]:
    for user_id, name in ((AMIR, "amir"), (SITI, "siti"), (RAJ, "raj"), (LINA, "lina")):
        await add_person(messaging, user_id, username=name)
    yield
    await delete_discarded(messaging.database, picture_store_of(messaging.app))
