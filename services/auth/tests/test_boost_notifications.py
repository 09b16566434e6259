from datetime import timedelta

import pytest

from libs.contracts.events import boost
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.notifications.rules import text_of
from services.auth.tests.people import a_person, mails_to
from services.auth.tests.test_notifications import notifications_of

pytestmark = pytest.mark.servers


async def test_seller_is_notified_of_each_boost_outcome(auth: Service) -> None:
    """PAY-04, BOOST-19"""
    seller = await a_person(auth)
    now = clock.about_now()
    ids = {"order_id": 71_001, "seller_id": seller.id}
    until = now + timedelta(hours=72)
    running = boost.FeaturedProduct(product_id=5, version=1, featured_at=now, featured_until=until)
    over = boost.FeaturedProduct(product_id=5, version=2, featured_at=None, featured_until=None)
    paid = boost.BoostPaid(
        **ids, package_id=1, package_type="standard", duration_hours=72, amount=1_000, credit=0,
        products=[running], paid_at=now,
    )  # fmt: skip
    context = [
        boost.BoostPaymentFailed(**ids, failed_at=now),
        paid,
        boost.BoostEndingSoon(**ids, product_ids=[5], ends_at=until, notified_at=now),
        boost.BoostExpired(**ids, products=[over], expired_at=now),
        boost.BoostRefunded(**ids, amount=1_000, reason="staff", products=[], refunded_at=now),
        boost.BoostRefunded(**ids, amount=400, reason="removed", products=[], refunded_at=now),
        boost.BoostRefunded(**ids, amount=1_000, reason="late", products=[], refunded_at=now),
        boost.BoostRefunded(**ids, amount=0, reason="removed", products=[], refunded_at=now + timedelta(seconds=1)),
    ]  # fmt: skip
    await auth.deliver(*context)
    by_kind = {notification["kind"]: notification for notification in await notifications_of(seller)}
    assert set(by_kind) == {
        "boost_failed", "boost_paid", "boost_ending", "boost_expired", "boost_refunded", "boost_credited", "boost_late",
    }  # fmt: skip
    assert len(await notifications_of(seller)) == 7
    assert by_kind["boost_failed"]["link"] == "/seller/dashboard?tab=boosted"
    assert by_kind["boost_credited"]["link"] == "/profile?tab=wallet"
    assert "RM 4.00" in by_kind["boost_credited"]["body"]
    assert {"Your boost is paid", "A payment failed"} <= {
        mail.subject for mail in await mails_to(auth, seller.form["email"])
    }


def test_boost_notifications_are_translated_to_malay() -> None:
    title, body = text_of("boost_refunded", "ms", {"price": 1_000})
    assert (title, body) == (
        "Lonjakan dibayar balik",
        "RM 10.00 daripada lonjakan anda kini berada dalam dompet anda.",
    )
