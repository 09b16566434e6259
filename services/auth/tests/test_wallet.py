import itertools
from typing import Any

import pytest

from libs.contracts.events.boost import WalletCredited, WalletDebited
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.tests.people import a_person

pytestmark = pytest.mark.servers


async def test_balance_is_of_the_newest_entry_in_any_order(auth: Service) -> None:
    """PROF-15, ROLE-03, XCUT-11"""
    now = clock.about_now()
    for order in itertools.permutations(range(3)):
        person = await a_person(auth)
        fields: dict[str, Any] = {"user_id": person.id, "order_id": None}
        context = [
            WalletCredited(entry_id=11, amount=2000, balance=2000, credited_at=now, **fields),
            WalletDebited(entry_id=12, amount=150, balance=1850, debited_at=now, **fields),
            WalletCredited(entry_id=19, amount=3, balance=1853, credited_at=now, **fields),
        ]
        for place in (*order, *order):
            await auth.deliver(context[place], version=place + 1)
        me = (await person.call("GET", "/api/v1/auth/me")).json()
        assert me["walletBalance"] == 18.53
