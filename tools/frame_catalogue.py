"""Generates the frame catalogue, a self-contained page."""

import json
from html import escape
from inspect import cleandoc
from pathlib import Path

from libs.contracts.generate import FRAMES, frame_example, frame_schema
from libs.contracts.live import FrameModel
from tools.event_catalogue import row
from tools.served_page import BACK, document, prose

COMMITTED = Path(__file__).parents[1] / "gateway" / "frames.html"
SIDES = {
    "client": (
        "What a client says",
        "Each is a command. It may carry an <code>id</code>; its reply, or the <code>error</code> that refuses "
        "it, carries the same.",
    ),
    "server": (
        "What the server says",
        "Replies to commands, and what happens in the rooms that one is in. A field that may be missing is "
        "left out when there is nothing to say. New fields and new names may come at any time: pass over what "
        "you do not know.",
    ),
}

HEAD = """\
<header>
<h1>Wangi live frames</h1>
<p>A live connection is a WebSocket at <code>/ws</code>. Each frame is one JSON object: <code>type</code> names
it, its fields stand beside. The same frames go over Socket.IO at <code>/socket.io</code>, where the name is
that of the event. A guest may watch auctions; the rest is for who sends <code>auth</code> with a token. API
keys do not open a connection: a program with a key follows <code>/api/v1/events/stream</code>.</p>
<p><a href="/api/asyncapi.json">asyncapi.json</a> holds the same as AsyncAPI 3, with the JSON Schema of each
frame; <a href="/developers/events">the events</a> are what the platform records,
<a href="/api/docs">the API</a> is what one calls.</p>
</header>
<main>
"""


def page() -> str:
    contents = "".join(
        f'<li><a href="#{side}">{title}</a>, {len(FRAMES[side])} frames</li>\n'
        for side, (title, _) in SIDES.items()
    )
    parts = "".join(_side(side, *words) for side, words in SIDES.items())
    body = f'{BACK}{HEAD}<nav aria-label="Sides"><ul>\n{contents}</ul></nav>\n{parts}</main>\n'
    return document("Wangi live frames", body)


def write(path: Path = COMMITTED) -> None:
    path.write_text(page(), encoding="utf-8")


def _side(side: str, title: str, about: str) -> str:
    frames = "".join(_frame(side, name, frame) for name, frame in FRAMES[side].items())
    return f'<section id="{side}">\n<h2 class="topic">{title}</h2>\n<p>{about}</p>\n{frames}</section>\n'


def _frame(side: str, name: str, frame: type[FrameModel]) -> str:
    meaning = " ".join(cleandoc(frame.__doc__ or "").split())
    schema = frame_schema(name, frame)
    rows = "".join(row(field, part, schema) for field, part in schema["properties"].items())
    example = json.dumps(frame_example(name, frame, side), indent=2, ensure_ascii=False)
    return (
        f'<details id="{side}.{name}">\n'
        f'<summary><span class="path">{name}</span> {prose(meaning)}</summary>\n<div class="body">\n'
        '<table>\n<tr><th scope="col">Field</th><th scope="col">What it is</th></tr>\n'
        f"{rows}</table>\n<h3>Example</h3>\n<pre>{escape(example)}</pre>\n</div>\n</details>\n"
    )
