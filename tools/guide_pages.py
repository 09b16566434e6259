"""Generates the guides for integrators and their index."""

import re
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tools.served_page import BACK, document

ROOT = Path(__file__).parents[1]
COMMITTED = ROOT / "gateway" / "guides"
# The served guides with their source and description.
GUIDES = {
    "guide": ("docs/integrators.md", "keys, scopes, limits, webhooks, the stream of events, the sandbox"),
    "bidding-bot": ("docs/tutorials/bidding-bot.md", "a program that bids for you up to a limit"),
    "price-dashboard": ("docs/tutorials/price-dashboard.md", "what bottles sell for, from the public events"),
    "analysts": ("docs/analysts.md", "the events in Kafka, files by day, notebooks"),
    "python": ("clients/python/README.md", "the typed client in Python"),
    "typescript": ("clients/typescript/README.md", "the typed client in TypeScript"),
}
REFERENCE = """<h2>Reference</h2>
<ul>
<li><a href="/api/docs">The API</a>: every operation with an example (<a href="/api/openapi.json">openapi.json</a>)</li>
<li><a href="/developers/events">Events</a>: what the platform records, and who may read it</li>
<li><a href="/developers/live">Live frames</a>: what is said over a connection
(<a href="/api/asyncapi.json">asyncapi.json</a>)</li>
<li><a href="/status">Status</a>: how this shop is doing now</li>
<li><a href="/profile?tab=settings">Your API keys and webhooks</a>: sign in, at the end of the settings</li>
</ul>
"""


def pages() -> dict[str, str]:
    texts = {name: (ROOT / source).read_text(encoding="utf-8") for name, (source, _) in GUIDES.items()}
    titles = {name: text.split("\n", 1)[0].removeprefix("# ") for name, text in texts.items()}
    lines = "".join(
        f'<li><a href="/developers/{name}">{escape(titles[name])}</a>: {words}</li>\n'
        for name, (_, words) in GUIDES.items()
    )
    intro = "Build on Wangi: programs with a key of their own, and readers of its public events."
    first = f"<h1>Wangi for developers</h1>\n<p>{intro}</p>\n<h2>Guides</h2>\n<ul>\n{lines}</ul>\n{REFERENCE}"
    made = {"index.html": _page("Wangi for developers", first)}
    for name, text in texts.items():
        made[f"{name}.html"] = _page(titles[name], _as_html(text, ROOT / GUIDES[name][0]))
    return made


def write(folder: Path = COMMITTED) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")


def _page(title: str, body: str) -> str:
    up = '<p><a href="/">Back to Wangi</a></p>\n' if title == "Wangi for developers" else BACK
    return document(title, f'{up}<main class="guide">\n{body}</main>\n')


def _as_html(text: str, source: Path) -> str:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(text)
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _anchor(tokens[place + 1].content))
        if token.children:
            token.children = _with_served_links(token.children, source)
    rendered: str = parser.renderer.render(tokens, parser.options, {})
    return rendered


def _with_served_links(children: list[Token], source: Path) -> list[Token]:
    """Links between guides point to the served pages. Links into the repository become plain text."""
    kept, is_dropped = [], False
    for token in children:
        if token.type == "link_open":
            address = _served(str(token.attrGet("href")), source)
            is_dropped = address is None
            if address is not None:
                token.attrSet("href", address)
        if not (is_dropped and token.type in ("link_open", "link_close")):
            kept.append(token)
    return kept


def _served(address: str, source: Path) -> str | None:
    if address.startswith(("#", "/", "https://")):
        return address
    path, _, anchor = address.partition("#")
    target = (source.parent / path).resolve()
    names = [name for name, (guide, _) in GUIDES.items() if ROOT / guide == target]
    return f"/developers/{names[0]}{'#' if anchor else ''}{anchor}" if names else None


def _anchor(heading: str) -> str:
    """The anchor that the repository's host generates for a heading, so that links work in both places."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
