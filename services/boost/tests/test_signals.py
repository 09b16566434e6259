from typing import Any

import pytest

from libs.contracts.events.auth import UserErased
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.boost.tests.test_payouts import ACCOUNT, PROOF, Names
from tests.support.forgetting import finish_forgetting

pytestmark = pytest.mark.servers
NUMBER = "887700114422"


@pytest.fixture(autouse=True)
def _names(boost: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(boost.app.state.calls, "auth", Names())


async def is_paid_to(boost: Service, person: int, number: str) -> None:
    answer = await boost.http.put(
        "/api/boost/payout-account", json=ACCOUNT | {"accountNumber": number},
        headers=signed_in(person, f"person{person}") | PROOF,
    )  # fmt: skip
    assert answer.status_code == 200, answer.text


async def published_for(boost: Service, *people: int) -> list[dict[str, Any]]:
    found = [event for person in people for event in await boost.recorded(f"signals-{person}")]
    assert all(".PayoutAccountShared." in event["type"] for event in found)
    return [event["data"] for event in found]


async def test_shared_bank_account_is_published_for_both(boost: Service) -> None:
    await is_paid_to(boost, 891_001, NUMBER)
    await is_paid_to(boost, 891_003, NUMBER[::-1])
    assert await published_for(boost, 891_001, 891_003) == []
    await is_paid_to(boost, 891_002, NUMBER)
    one, two = await published_for(boost, 891_001, 891_002)
    assert (one["userId"], two["userId"], one["signal"]) == (891_001, 891_002, two["signal"])
    rows = await boost.rows("SELECT * FROM signals")
    assert NUMBER not in str([one, two, rows])
    await is_paid_to(boost, 891_002, NUMBER)
    assert len(await published_for(boost, 891_001, 891_002)) == 2


async def test_bank_account_hash_is_erased(boost: Service) -> None:
    await is_paid_to(boost, 891_011, NUMBER[:-2] + "77")
    assert await boost.rows("SELECT 1 FROM signals WHERE user_id = 891011")
    await boost.deliver(UserErased(user_id=891_011, erased_at=clock.about_now()))
    await finish_forgetting(boost)
    assert await boost.rows("SELECT 1 FROM signals WHERE user_id = 891011") == []
