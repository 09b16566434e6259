from collections.abc import Awaitable, Callable
from urllib.parse import parse_qsl

import pytest

from libs.kit.testing import signed_in
from libs.marketplace.errors import ConflictOfInterest
from services.boost.payments import callbacks as payments_callbacks
from services.boost.payments import rules as payments_rules
from services.boost.payments.providers import signatures
from services.boost.tests import books
from services.boost.tests.till import Till, callback_of, signed

pytestmark = pytest.mark.servers


async def forged(till: Till, own: dict[str, str]) -> str:
    return signed(till, own, "guessed")


async def of_another_amount(till: Till, own: dict[str, str]) -> str:
    return signed(till, own | {"amount": "1", "paid_amount": "1"})


def without_signatures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signatures, "is_signed", lambda *_: True)


def without_amounts(monkeypatch: pytest.MonkeyPatch) -> None:
    def loosely(word: payments_rules.ProviderWord, *, amount: int) -> payments_rules.Judgement | None:
        return payments_rules.judge_word(
            payments_rules.ProviderWord(word.outcome, word.is_ours, amount), amount=amount
        )

    monkeypatch.setattr(payments_callbacks, "judge_word", loosely)


@pytest.mark.parametrize(
    ("lie", "take_out"), [(forged, without_signatures), (of_another_amount, without_amounts)]
)
async def test_control_unguarded_lying_callback_unbalances_the_books(
    till: Till,
    lie: Callable[[Till, dict[str, str]], Awaitable[str]],
    take_out: Callable[[pytest.MonkeyPatch], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """P-E2"""
    for has_guard in (True, False):
        if not has_guard:
            take_out(monkeypatch)
        order = await till.ordered(await till.listings(1))
        own = dict(parse_qsl(callback_of(till, order, is_paid=True), keep_blank_values=True))
        await till.call_back(await lie(till, own))
        await till.judge()
        differing = await books.unlike_the_bank(till.boost.rows, till.bank)
        assert (till.bill(order).id in differing) == (not has_guard)


async def test_control_unguarded_staff_decide_about_own_money(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-F7"""

    async def ask() -> int:
        order = await till.ordered(await till.listings(1))
        path = f"/api/admin/boost/orders/{order['orderId']}/ask"
        headers = signed_in(till.seller, "seller", roles=("seller", "admin"))
        answer = await till.boost.http.post(path, json={"reason": "Mine"}, headers=headers)
        return answer.status_code

    before = await books.acts_on_own_money(till.boost.rows)
    assert (await ask(), await books.acts_on_own_money(till.boost.rows)) == (403, before)
    monkeypatch.setattr(ConflictOfInterest, "refuse_party", lambda *_: None)
    assert (await ask(), await books.acts_on_own_money(till.boost.rows)) == (200, before + 1)
