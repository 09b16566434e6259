import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from services.auth.mail.templates import TEMPLATES as FOLDER
from services.auth.mail.templates import MailTemplates, UnknownTemplate
from services.auth.notifications.kinds import MAIL_KINDS, NOTIFICATION_KINDS
from services.auth.notifications.rules import ALWAYS, PROPOSED, WISHED_AS, WORDS, check_words

TEMPLATES = MailTemplates(FOLDER)


KINDS = sorted(MAIL_KINDS)


LINK = "http://localhost:8080/auth/verify#access_token=abc&type=email_change"


_EVENTS = {
    "name": "Nurul O'Neill & <b>Sons</b>",
    "link": LINK,
    "minutes": 30,
    "email": "baru+1@example.my",
    "device": 'Firefox "125" <Linux>',
    "place": "Kuala Lumpur & Selangor",
    "time": datetime(2026, 11, 20, 13, 30, tzinfo=UTC),
    "until": "2026-11-20T13:30:00+00:00",
    "left": 7,
    "webhook": "Stock sync",
    "host": "hooks.example",
    "passkey": "<img src=x onerror=alert(1)>",
    "key": "<b>sync</b>",
    "scopes": "read, bids:write",
    "provider": "Akaun {time}",
    "listing": "Smoke <Vesper> & Sons",
    "brand": "Atelier Noctell",
    "price": "RM 390.00",
    "price_before": "RM 450.00",
    "count": "3",
    "bank": "Maybank & <Sons>",
    "ending": "5678",
    "reason": 'Sold "decants" as <full> bottles & more',
}


EVENTS_OF_AUCTIONS = {
    **dict.fromkeys(("outbid", "lost", "reserve_not_met", "second_chance_missed"), ("price",)),
    **dict.fromkeys(("ending_soon", "won", "sold", "payment_due", "second_chance"), ("price", "until")),
    **dict.fromkeys(("lost_to_reserve", "auction_cancelled", "bids_voided", "no_bids", "strike"), ()),
    "bidding_paused": ("until",),
    **dict.fromkeys(
        ("strike_lifted", "strike_stays", "strike_lifted_seller", "strike_stays_seller"), ("reason",)
    ),
}


LISTS: dict[str, list[str]] = {
    "listings": ["Iris <Telegram>: RM 110.00", "Oud & Sons: RM 95.00"],
    "removed_passkeys": ["Pixel <8>", "Laptop"],
    "removed_second_factor": ["aisyah"],
    "removed_providers": ["Contoh & Co"],
    "kept_passkeys": ["Kunci lama"],
    "kept_providers": ["Google"],
    "kept_keys": ["Stock & <sync>"],
    "kept_webhooks": ["Till"],
    "ended_keys": ["Old <key>"],
    "paused_webhooks": ["Stock room"],
}


EVENTS: dict[str, Any] = _EVENTS | LISTS


SHOWN = {name: str(value) for name, value in EVENTS.items()} | {
    "time": "20 Nov 2026, 21:30",
    "until": "20 Nov 2026, 21:30",
}


class Page(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.words, self.links, self.tags = (
            list[str](),
            list[str](),
            list[tuple[str, dict[str, str | None]]](),
        )
        self._mute = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._mute = tag in ("style", "title")
        self.tags.append((tag, dict(attrs)))
        if tag == "a":
            self.links.append(dict(attrs)["href"] or "")

    def handle_endtag(self, tag: str) -> None:
        self._mute = False

    def handle_data(self, data: str) -> None:
        if not self._mute:
            self.words.append(" ".join(data.split()))


@pytest.mark.parametrize("language", ["en", "ms"])
def test_both_mail_parts_have_the_same_values_and_link(language: str) -> None:
    for kind in KINDS:
        mail = TEMPLATES.render(kind, language, EVENTS)
        page = Page(mail.html)
        seen = " ".join(page.words)
        for event in TEMPLATES.context(kind, language) - {"link"}:
            for shown in LISTS.get(event) or [SHOWN[event]]:
                assert shown in seen, event
                assert shown in mail.text, event
        for line in filter(None, map(str.strip, mail.text.split("\n"))):
            assert " ".join(line.split()).rstrip(":") in seen or line == "--", line
        assert set(page.links) == set(re.findall(r"https?://\S+", mail.text)) <= {LINK}
        assert len(mail.subject) < 70
        assert len(mail.html.encode()) < 100_000


@pytest.mark.parametrize("language", ["en", "ms"])
def test_mail_loads_nothing_and_has_no_unfilled_placeholder(language: str) -> None:
    for kind in KINDS:
        mail = TEMPLATES.render(kind, language, EVENTS | {"provider": "Contoh"})
        page = Page(mail.html)
        tags = {tag for tag, _ in page.tags}
        assert not tags & {"img", "script", "iframe", "link", "object", "b", "full", "linux"}
        assert not any(name.startswith("on") for _, attributes in page.tags for name in attributes)
        assert "@import" not in mail.html
        assert "url(" not in mail.html
        assert not re.search(r"[{]\w+[}]|[{][{%]", mail.text)
        assert "color-scheme" in mail.html


def test_every_mail_kind_has_text_in_every_language_with_same_values() -> None:
    assert sorted(TEMPLATES.kinds("en")) == sorted(TEMPLATES.kinds("ms")) == sorted(KINDS)
    for kind in KINDS:
        assert TEMPLATES.context(kind, "en") == TEMPLATES.context(kind, "ms"), kind


def test_mail_languages_differ_in_every_sentence() -> None:
    for kind in KINDS:
        english, malay = TEMPLATES.render(kind, "en", EVENTS), TEMPLATES.render(kind, "ms", EVENTS)
        shared = set(english.text.split("\n")) & set(malay.text.split("\n"))
        assert shared <= {"", "-- ", LINK, *LISTS["listings"]}, kind
        assert english.subject != malay.subject


def test_every_mail_renders_with_its_callers_values() -> None:
    own_events = {
        "new_device": {"device", "place"},
        "recovery_code_used": {"left"},
        "passkey_added": {"passkey"},
        "password_reset": {
            "removed_passkeys",
            "removed_second_factor",
            "removed_providers",
            "kept_passkeys",
            "kept_providers",
        },
        "password_changed": {"kept_keys", "kept_webhooks"},
        "sessions_ended": {"ended_keys", "paused_webhooks"},
        "api_key_created": {"key", "scopes"},
        "api_key_rotated": {"key"},
        **dict.fromkeys(("webhook_created", "webhook_rotated", "webhook_paused"), {"webhook", "host"}),
        "provider_linked": {"provider"},
        "banned": {"reason"},
        "suspended": {"reason", "until"},
        "suspended_in_case": {"reason", "until"},
        "dispute_decided": {"reason"},
        **dict.fromkeys(("message_hidden", "review_hidden", "warned"), {"reason"}),
        "listing_taken_down": {"listing", "reason"},
        "listing_restored": {"listing"},
        "saved_search": {"listing", "brand", "price"},
        "price_drop": {"listing", "price", "price_before"},
        "favourite_offer": {"price", "until"},
        "badge_in_danger": {"until"},
        **dict.fromkeys(
            ("deal_held", "dispute_opened", "dispute_may_appeal", "dispute_send_back", "dispute_reopened"),
            {"until"},
        ),
        **dict.fromkeys(("payout_sent", "payout_failed", "payout_cancelled"), {"price"}),
        **dict.fromkeys(
            ("payout_account_set", "payout_account_dropped", "payout_account_renamed"), {"bank", "ending"}
        ),
        "outbid_many": {"count", "listings"},
        "boost_paid": {"price", "until"},
        "boost_ending": {"until"},
        **dict.fromkeys(("boost_refunded", "boost_credited", "boost_late"), {"price"}),
    } | {kind: {"listing", *figures} for kind, figures in EVENTS_OF_AUCTIONS.items()}
    for kind in KINDS:
        assert TEMPLATES.context(kind, "en") <= {"time", "email", "minutes", "link"} | own_events.get(
            kind, set()
        ), kind


@pytest.mark.parametrize("language", ["en", "ms"])
def test_start_fails_if_a_mail_kind_has_no_text(language: str, tmp_path: Path) -> None:
    for file in FOLDER.glob("words.*.toml"):
        words = file.read_text("utf-8")
        is_incomplete = file.name == f"words.{language}.toml"
        (tmp_path / file.name).write_text(
            words.replace("[dispute_may_appeal]", "[of_another_build]") if is_incomplete else words
        )
    TEMPLATES.check(MAIL_KINDS)
    with pytest.raises(UnknownTemplate, match=f"no {language} mail for dispute_may_appeal"):
        MailTemplates(tmp_path).check(MAIL_KINDS)


def test_start_fails_if_a_notification_kind_has_no_text(tmp_path: Path) -> None:
    check_words()
    incomplete = tmp_path / "notifications.toml"
    incomplete.write_text(WORDS.read_text().replace("[ms.dispute_reopened]", "[ms.of_another_build]"))
    with pytest.raises(LookupError, match="no ms notice for dispute_reopened"):
        check_words(incomplete)


def test_notification_kinds_and_preferences_match() -> None:
    groups = set(WISHED_AS.values()) | {"low_stock"}
    settled = PROPOSED.keys() | WISHED_AS.keys() | ALWAYS.keys()
    assert settled - groups == NOTIFICATION_KINDS - groups
    assert settled >= NOTIFICATION_KINDS
    assert groups <= PROPOSED.keys()


def test_unknown_language_falls_back_to_english_and_unknown_kind_fails() -> None:
    assert TEMPLATES.render("verify", "fr", EVENTS).language == "en"
    assert TEMPLATES.render("verify", "../../etc", EVENTS).language == "en"
    for kind in ("frame", "nothing", ""):
        with pytest.raises(UnknownTemplate):
            TEMPLATES.render(kind, "en", EVENTS)


def test_missing_value_or_invalid_link_is_refused() -> None:
    with pytest.raises(UnknownTemplate, match="minutes"):
        TEMPLATES.render("verify", "en", {"link": LINK})
    for link in ("javascript:alert(1)", "/auth", "", 'https://x"onclick=1', "https://x y"):
        with pytest.raises(UnknownTemplate):
            TEMPLATES.render("verify", "en", EVENTS | {"link": link})


@pytest.mark.parametrize(
    "name", ["win at www.evil.example", "evil.example", "http://evil.example", "a@b.my", "x" * 61]
)
def test_name_with_advertisement_is_not_repeated(name: str) -> None:
    mail = TEMPLATES.render("verify", "en", EVENTS | {"name": name})
    assert name not in mail.text + mail.html
    assert "Hello," in mail.text


@pytest.mark.parametrize("name", ["Nurul", "S. Kumar", "Ana-Maria D'Souza", "陈伟", "Md. Amir bin A. Rahman"])
def test_mail_greets_by_name(name: str) -> None:
    assert f"Hello {name}," in TEMPLATES.render("verify", "en", EVENTS | {"name": name}).text


def test_value_cannot_add_lines_or_reverse_text() -> None:
    mail = TEMPLATES.render("banned", "en", EVENTS | {"reason": "a\r\n\r\n-- \nb\u202ec\u2066d\x00e"})
    assert "Reason: a -- b c d e" in mail.text
