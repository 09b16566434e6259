"""Generates the event catalogue, a self-contained page with the meaning, fields, consumers and a valid
example of each event."""

import importlib
import json
from html import escape
from inspect import cleandoc
from pathlib import Path
from typing import Any

from libs.contracts.event import Event, make_envelope
from libs.contracts.examples import MOMENT, example_of
from libs.contracts.registry import EVENTS
from libs.contracts.services import SERVICES
from libs.contracts.topics import EVENT_TOPICS, SUBSCRIPTIONS, Topic
from libs.kit.events.subscribing import Subscriptions
from services.admin.risk import bid_scoring, deal_scoring, takeover_scoring
from tools.served_page import BACK, document, prose

COMMITTED = Path(__file__).parents[1] / "gateway" / "events.html"
# Fixed, because real ids and traces differ each time.
EVENT_ID = "01932c5e-8f00-7000-8000-000000000001"

HEAD = """\
<header>
<h1>Wangi events</h1>
<p>Everything that happens on the platform is published to Kafka as an event, a CloudEvents 1.0 message in JSON.
<code>version</code> counts the events of one key without gaps. Events are delivered at least once and in order
for each key, so a consumer stores <code>id</code> and skips events that it has already handled. Events contain
ids and public data, no private messages, addresses or account numbers. Amounts are in sen. New fields may be
added at any time. A breaking change is published as a new version next to the old one.</p>
<p>"Read by" names the services that act on an event. The audit log stores all of them.</p>
<p>The event stream for programs, <code>GET /api/v1/events/stream</code>, sends eleven types with some of their
fields and no envelope. <a href="/developers/guide#follow-events">The guide lists both</a>.</p>
<p><a href="/api/asyncapi.json">asyncapi.json</a> describes the same events as AsyncAPI 3, with JSON Schemas. See
also <a href="/api/docs">the HTTP API</a> and <a href="/developers/live">the frames of live connections</a>.</p>
</header>
<main>
"""


def page() -> str:
    readers = _readers()
    contents = "".join(
        f'<li><a href="#{topic.name}">{topic.name}</a>, {len(_events_of(topic))} events</li>\n'
        for topic in EVENT_TOPICS
    )
    topics = "".join(_topic(topic, readers) for topic in EVENT_TOPICS)
    body = f'{BACK}{HEAD}<nav aria-label="Topics"><ul>\n{contents}</ul></nav>\n{topics}</main>\n'
    return document("Wangi events", body)


def write(path: Path = COMMITTED) -> None:
    path.write_text(page(), encoding="utf-8")


def example(event: type[Event]) -> Event:
    schema = event.model_json_schema(by_alias=True)
    return event.model_validate(example_of(schema, schema.get("$defs", {})))


def _readers() -> dict[str, list[str]]:
    """The services that handle each event. Admin additionally stores every event."""
    found: dict[str, list[str]] = {name: [] for name in EVENTS}
    for service in SERVICES:
        app = importlib.import_module(f"services.{service}.main").app
        subscriptions: Subscriptions = app.state.subscriptions
        handled = {*subscriptions.singles, *subscriptions.batches, *subscriptions.listeners}
        for name in sorted(handled & found.keys()):
            found[name].append(service)
    for name in bid_scoring.KINDS | deal_scoring.KINDS | takeover_scoring.KINDS:
        if "admin" not in found[name]:
            found[name].append("admin")
    return found


def _events_of(topic: Topic) -> list[tuple[str, type[Event]]]:
    own = [(name, event) for name, event in EVENTS.items() if event.topic == topic.name]
    return sorted(own, key=lambda one: one[1].__name__)


def _topic(topic: Topic, readers: dict[str, list[str]]) -> str:
    gateway = " The gateway reads it for open connections." if topic.name in SUBSCRIPTIONS["gateway"] else ""
    about = (
        f"Written by {topic.producer} alone, kept for {topic.retention_days} days, in order for each key: "
        f"{topic.key}, where an event says no other. Admin keeps a record of all of it.{gateway}"
    )
    events = "".join(_event(name, event, readers[name]) for name, event in _events_of(topic))
    return f'<section id="{topic.name}">\n<h2 class="topic">{topic.name}</h2>\n<p>{about}</p>\n{events}</section>\n'


def _event(name: str, event: type[Event], readers: list[str]) -> str:
    meaning = " ".join(cleandoc(event.__doc__ or "").split())
    schema = event.model_json_schema(by_alias=True)
    rows = "".join(row(field, part, schema) for field, part in schema["properties"].items())
    read_by = ", ".join(readers) if readers else "no service"
    return (
        f'<details id="{name}">\n'
        f'<summary><span class="path">{event.__name__}</span> {prose(meaning)}</summary>\n<div class="body">\n'
        f"<p>Type <code>{name}</code>. Read by: {read_by}.</p>\n"
        '<table>\n<tr><th scope="col">Field</th><th scope="col">What it is</th></tr>\n'
        f"{rows}</table>\n<h3>Example</h3>\n<pre>{escape(_message(event))}</pre>\n</div>\n</details>\n"
    )


def row(field: str, part: dict[str, Any], schema: dict[str, Any]) -> str:
    optional = "" if field in schema.get("required", ()) else ", may be missing"
    what = _kind(part, schema.get("$defs", {})) + optional
    note = part.get("description", "")
    return (
        f'<tr><th scope="row">{field}</th><td>{escape(what)}{prose(f": {note}") if note else ""}</td></tr>\n'
    )


def _kind(part: dict[str, Any], models: dict[str, Any]) -> str:
    if "$ref" in part:
        return _kind(models[part["$ref"].rsplit("/", 1)[1]], models)
    if "anyOf" in part:
        return " or ".join(dict.fromkeys(_kind(item, models) for item in part["anyOf"]))
    if "enum" in part:
        return "one of " + ", ".join(map(str, part["enum"]))
    if "const" in part:
        return f"always {part['const']}"
    match part.get("type"):
        case "array":
            return f"list of {_kind(part.get('items', {}), models)}"
        case "object":
            inner = ", ".join(
                f"{name} ({_kind(one, models)})" for name, one in part.get("properties", {}).items()
            )
            return f"object with {inner}" if inner else "object"
        case "string" if "format" in part:
            return {"date-time": "moment (RFC 3339)", "date": "day", "uuid": "UUID"}.get(
                part["format"], "text"
            )
        case "integer":
            return "whole number"
        case "null":
            return "nothing"
        case other:
            return {"string": "text", "boolean": "yes or no", "number": "number"}.get(str(other), "anything")


def _message(event: type[Event]) -> str:
    envelope = make_envelope(example(event), 7).model_dump(mode="json", exclude={"traceparent"})
    return json.dumps(envelope | {"id": EVENT_ID, "time": MOMENT}, indent=2, ensure_ascii=False)
