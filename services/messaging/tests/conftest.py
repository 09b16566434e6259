"""What several tests of messaging begin with."""

import pytest

from libs.kit.testing import Service
from services.messaging.tests.auctions import Market


@pytest.fixture
async def market(catalog: Service, auction: Service, messaging: Service) -> Market:
    """Siti sells; Amir and Raj may buy."""
    market = Market(catalog, auction, messaging)
    await market.know_people()
    return market
