from datetime import datetime, timedelta

from libs.kit.db.database import Database
from libs.kit.db.pieces import delete_old
from libs.marketplace import account_signals
from services.auth.notifications.rules import NOTIFICATION_LIFETIME, OUTBID_MAILS_APART
from services.auth.push.rules import DEVICE_LIFETIME
from services.auth.webhooks.queries import trim_deliveries

ENDED_SESSIONS_KEPT = timedelta(days=1)


DEVICES_KEPT = timedelta(days=400)


ENDED_KEYS_KEPT = timedelta(days=30)


NOW = timedelta(0)


# Table, condition, and how long rows are kept after the condition holds.
RULES: tuple[tuple[str, str, timedelta], ...] = (
    ("challenges", "expires_at < :before", NOW),
    ("one_time_links", "expires_at < :before", NOW),
    ("address_undos", "expires_at < :before", NOW),
    ("guess_counts", "ends_at < :before", NOW),
    ("refresh_families", "revoked_at < :before", ENDED_SESSIONS_KEPT),
    ("refresh_families", "expires_at < :before", ENDED_SESSIONS_KEPT),
    ("known_devices", "seen_at < :before", DEVICES_KEPT),
    ("api_keys", "expires_at < :before", ENDED_KEYS_KEPT),
    ("api_keys", "revoked_at < :before", ENDED_KEYS_KEPT),
    ("signing_keys", "gone_at < :before", NOW),
    ("notifications", "created_at < :before", NOTIFICATION_LIFETIME),
    ("push_subscriptions", "renewed_at < :before", DEVICE_LIFETIME),
    ("listing_titles", "kept_at < :before", NOTIFICATION_LIFETIME),
    ("outbid_mails", "sent_at < :before AND due_at IS NULL", OUTBID_MAILS_APART),
)


async def trim(database: Database, now: datetime) -> int:
    gone = [await delete_old(database, table, old, {"before": now - kept}) for table, old, kept in RULES]
    gone.append(await account_signals.trim_signals(database, now))
    return sum(gone) + await trim_deliveries(database, now)
