import json
import re
from html import unescape

from libs.contracts.event import Envelope
from libs.contracts.registry import EVENTS
from libs.contracts.topics import EVENT_TOPICS
from tools import event_catalogue

PAGE = event_catalogue.COMMITTED.read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r'<details id="([\w.]+)">(.*?)</details>', PAGE, re.DOTALL))


def test_event_catalogue_is_up_to_date() -> None:
    assert event_catalogue.page() == PAGE, "run `wangi openapi`"


def test_each_topic_and_event_is_listed_without_external_resources() -> None:
    assert set(ENTRIES) == set(EVENTS)
    for topic in EVENT_TOPICS:
        assert f'<section id="{topic.name}">' in PAGE
    assert "<script" not in PAGE
    assert "http://" not in PAGE
    assert "https://" not in PAGE


def test_example_of_every_event_parses() -> None:
    for name, event in EVENTS.items():
        shown = re.search(r"<pre>(.*?)</pre>", ENTRIES[event.type_name()], re.DOTALL)
        assert shown, name
        envelope = Envelope.model_validate(json.loads(unescape(shown[1])))
        read = envelope.event()
        assert isinstance(read, event), name
        assert envelope.subject == read.key, name
        assert set(envelope.data) == {field.alias for field in event.model_fields.values()}, name


def test_readers_of_an_event_are_named() -> None:
    assert "Read by: auth, catalog, admin." in ENTRIES["wangi.auction.BidPlaced.v1"]
    readers = re.search(r"Read by: (.*?)\.", ENTRIES["wangi.boost.BoostPaid.v1"])
    assert readers
    assert {"catalog", "auth"} <= set(readers[1].split(", "))


def test_field_names_are_code_and_page_links_back() -> None:
    assert "<code>suspended_at</code>" in ENTRIES["wangi.auth.UserSuspended.v1"]
    assert "`" not in PAGE
    assert '<a href="/developers">Wangi for developers</a>' in PAGE
