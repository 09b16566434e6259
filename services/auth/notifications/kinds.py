"""Notification kinds are literal types, so that mypy finds a kind that is not listed."""

from typing import Literal, get_args

# Also sent by mail, unless the person turned that off.
MailedNotification = Literal[
    "saved_search", "price_drop", "favourite_offer", "messages_unread", "reviewed",
    "outbid", "ending_soon", "won", "lost", "lost_to_reserve", "auction_cancelled", "payment_due",
    "second_chance", "second_chance_missed", "sold", "reserve_not_met", "no_bids",
    "bids_voided", "strike", "bidding_paused", "strike_lifted", "strike_stays",
    "strike_lifted_seller", "strike_stays_seller",
    "deal_opened", "deal_paid", "deal_shipped", "deal_delivered", "deal_cancelled", "deal_cancel_asked",
    "deal_reminder", "deal_held",
    "dispute_opened", "dispute_resolved", "dispute_decided", "dispute_may_appeal", "dispute_appealed",
    "dispute_upheld", "dispute_changed", "dispute_send_back", "dispute_reopened",
    "payout_sent", "payout_failed", "payout_cancelled", "payment_credited", "payment_written_off",
    "boost_paid", "boost_failed", "boost_ending", "boost_expired", "boost_refunded", "boost_credited", "boost_late",
    "badge_won", "badge_in_danger", "badge_lost",
    "listing_taken_down", "listing_restored", "appeal_upheld", "message_hidden", "review_hidden", "warned",
    "sanction_lifted", "sanction_upheld", "hidden_message_lifted", "hidden_review_lifted", "webhook_paused",
]  # fmt: skip


# Not sent by mail, because messages, suspensions and bans have their own mails.
AppNotification = Literal[
    "message", "report_acted", "report_dismissed", "report_revised", "suspended", "banned"
]


NotificationKind = Literal[MailedNotification, AppNotification]


AccountMail = Literal[
    "verify", "already_registered", "reset", "password_changed", "password_reset", "email_change",
    "email_change_notified", "email_changed", "email_change_undone", "new_device", "sessions_ended", "account_deleted",
    "second_factor_on", "second_factor_off", "recovery_code_used", "passkey_added", "provider_linked",
    "api_key_created", "api_key_rotated", "webhook_created", "webhook_rotated",
    "payout_account_set", "payout_account_dropped", "payout_account_renamed",
    "banned", "unbanned", "suspended", "suspended_in_case", "outbid_many",
]  # fmt: skip


MailKind = Literal[MailedNotification, AccountMail]


NOTIFICATION_KINDS: frozenset[str] = frozenset(get_args(NotificationKind))


MAILED_NOTIFICATIONS: frozenset[str] = frozenset(get_args(MailedNotification))


MAIL_KINDS: frozenset[str] = frozenset(get_args(MailKind))
