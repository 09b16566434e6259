import pytest
from prometheus_client import REGISTRY

from libs.kit.process import clock
from services.boost.payments.polling import learn_rank
from services.boost.payments.providers.choice import provider_of
from services.boost.payments.rules import MAX_CHANNEL_ASKS
from services.boost.tests.till import Till

pytestmark = pytest.mark.servers


def measured(name: str, provider: str = "billplz") -> float | None:
    return REGISTRY.get_sample_value(name, {"provider": provider})


async def test_created_bills_are_counted(till: Till) -> None:
    before = measured("boost_bills_total") or 0
    products = await till.listings(1)
    till.bank.faults["create-422"] = 1
    await till.post("/create-order", boostPackageId=1, productIds=products)
    assert (measured("boost_bills_total") or 0) == before
    order = await till.ordered(products)
    await till.post(f"/orders/{order['orderId']}/pay")
    assert measured("boost_bills_total") == before + 1


async def test_provider_rank_is_current_or_unknown(till: Till) -> None:
    till.bank.rank = 3.0
    assert await learn_rank(till.setup)
    assert measured("boost_webhook_rank") == 3.0
    for silent in ("high", 11.0, None):
        till.bank.rank = silent  # type: ignore[assignment]
        assert await learn_rank(till.setup)
        assert measured("boost_webhook_rank") is None
    till.bank.rank = 0.0
    assert await learn_rank(till.setup)
    assert measured("boost_webhook_rank") == 0.0
    clock.forward(minutes=5, seconds=1)
    till.bank.api_key = "exchanged"
    assert await learn_rank(till.setup)
    assert measured("boost_webhook_rank") is None


async def test_rank_is_polled_only_when_bills_need_no_polls(till: Till) -> None:
    till.bank.rank = 2.0
    assert await learn_rank(till.setup)
    till.bank.rank = 5.0
    for _ in range(MAX_CHANNEL_ASKS - 1):
        await till.setup.count_ask("bill")
    assert not await learn_rank(till.setup)
    assert measured("boost_webhook_rank") == 2.0
    clock.forward(minutes=5, seconds=1)
    assert await learn_rank(till.setup)
    assert measured("boost_webhook_rank") == 5.0


async def test_toyyibpay_has_no_rank(till: Till) -> None:
    changes = {"wangi_payment_provider": "toyyibpay"}
    till.boost.app.state.provider = provider_of(till.boost.app.state.settings.model_copy(update=changes))
    assert await learn_rank(till.setup)
    assert measured("boost_webhook_rank", "toyyibpay") is None
    assert await till.boost.rows("SELECT 1 FROM provider_asks") == []
