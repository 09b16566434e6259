import re
from pathlib import Path

from gateway.pages.auction_words import glass
from gateway.pages.link_previews import STATIC

SOURCES = Path(__file__).parents[3] / "frontend" / "src"


def test_text_page_titles_match_web_app() -> None:
    texts = SOURCES / "app" / "routes" / "texts"
    titles = {
        match[1]
        for path in texts.glob("*.ts")
        if not path.stem.endswith("-ms")
        and (match := re.search(r'^ {2}(?: {2})?title: "(.+)",$', path.read_text(), re.M))
    }
    assert {STATIC[path][0] for path in STATIC if path not in ("/", "/products")} == {
        f"{t} · Wangi" for t in titles
    }


def test_drawn_bottle_classes_match_web_app() -> None:
    classes = set(
        re.findall(r'"(fill-[\w-]+)"', (SOURCES / "shared" / "listings" / "bottle.tsx").read_text())
    )
    assert {glass(percent)["juice"] for percent in range(101)} == classes
