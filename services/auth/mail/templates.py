import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment
from services.auth.notifications.local_time import written_here

TEMPLATES = Path(__file__).parents[1] / "data" / "mails"


GAP = re.compile(r"\{(\w+)\}")


UNSAID = re.compile(r"[\x00-\x20\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


LIKE_AN_ADDRESS = re.compile(r"[/:@]|\.[^\s\w.]*\w|www", re.IGNORECASE)


LINK = re.compile(r"https?://[^\s\"'<>\\]+")


# Values may be ISO text, because queued mails are stored as JSON.
MOMENTS = frozenset({"time", "until"})


LONGEST_EVENT = 2000


class UnknownTemplate(LookupError):
    pass


@dataclass(frozen=True)
class RenderedMail:
    subject: str
    html: str
    text: str
    language: str


@dataclass(frozen=True)
class _Words:
    """The text of a mail with all values filled in, not yet escaped."""

    heading: str
    greeting: str
    paragraphs: list[str]
    button: str
    link: str
    after: list[str]
    instead: str
    closing: str


@dataclass
class MailTemplates:
    """Mail templates in a folder with layout.mjml, layout.txt and words.<language>.toml."""

    folder: Path
    fallback: str = "en"
    _words: dict[str, dict[str, Any]] = field(default_factory=dict)
    _layouts: "Environment | None" = None

    def kinds(self, language: str) -> list[str]:
        return [kind for kind in self._language(language) if kind != "frame"]

    def check(self, kinds: Collection[str]) -> None:
        for file in sorted(self.folder.glob("words.*.toml")):
            language = file.name.split(".")[1]
            if missing := sorted(set(kinds) - set(self.kinds(language))):
                raise UnknownTemplate(f"no {language} mail for {', '.join(missing)}")

    def context(self, kind: str, language: str) -> set[str]:
        entry = self._entry(kind, language)
        texts = [entry["subject"], entry["heading"], *entry["paragraphs"], *entry.get("after", [])]
        needed = {gap for words in texts for gap in GAP.findall(words)}
        return needed | {"link"} if "button" in entry else needed

    def render(self, kind: str, language: str, context: dict[str, Any]) -> RenderedMail:
        language = language if language.isalpha() and self._file(language).is_file() else self.fallback
        entry, frame = self._entry(kind, language), self._language(language)["frame"]
        if missing := self.context(kind, language) - context.keys():
            raise UnknownTemplate(f"{kind} lacks {', '.join(sorted(missing))}")
        lists = {
            name: [_format_event(item, frame) for item in value]
            for name, value in context.items()
            if isinstance(value, list)
        }
        values = {
            name: _format_event(_as_moment(name, value), frame)
            for name, value in context.items()
            if name not in lists
        }
        mail = _Words(
            heading=_filled(entry["heading"], values),
            greeting=_greeting(frame, values.get("name", "")),
            paragraphs=[
                paragraph for words in entry["paragraphs"] for paragraph in _paragraphs(words, values, lists)
            ],
            button=entry.get("button", ""),
            link=_checked(values["link"]) if "button" in entry else "",
            after=[_filled(words, values) for words in entry.get("after", [])],
            instead=frame["instead"],
            closing=frame["closing"],
        )
        return RenderedMail(
            _filled(entry["subject"], values), self._page(mail, language), self._text(mail), language
        )

    def _page(self, mail: _Words, language: str) -> str:
        from mjml import mjml2html

        source = self._environment().get_template("layout.mjml").render(mail=mail, language=language)
        return str(mjml2html(source, disable_comments=True, fonts={}))

    def _text(self, mail: _Words) -> str:
        return self._environment().get_template("layout.txt").render(mail=mail)

    def _environment(self) -> "Environment":
        from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

        if self._layouts is None:
            self._layouts = Environment(
                loader=FileSystemLoader(self.folder),
                autoescape=select_autoescape(["mjml"], disabled_extensions=["txt"], default=True),
                undefined=StrictUndefined,
                keep_trailing_newline=True,
            )
        return self._layouts

    def _entry(self, kind: str, language: str) -> dict[str, Any]:
        entry = self._language(language).get(kind)
        if entry is None or kind == "frame":
            raise UnknownTemplate(kind)
        return dict(entry)

    def _language(self, language: str) -> dict[str, Any]:
        if language not in self._words:
            self._words[language] = tomllib.loads(self._file(language).read_text("utf-8"))
        return self._words[language]

    def _file(self, language: str) -> Path:
        return self.folder / f"words.{language}.toml"


def _filled(words: str, context: dict[str, str]) -> str:
    return GAP.sub(lambda gap: context[gap.group(1)], words)


def _paragraphs(words: str, context: dict[str, str], lists: dict[str, list[str]]) -> list[str]:
    name = next((gap for gap in GAP.findall(words) if gap in lists), None)
    if name is None:
        return [_filled(words, context)]
    return [_filled(words, context | {name: item}) for item in lists[name]]


def _as_moment(name: str, value: Any) -> Any:
    return datetime.fromisoformat(value) if name in MOMENTS and isinstance(value, str) else value


def _format_event(value: Any, frame: dict[str, Any]) -> str:
    if isinstance(value, datetime):
        return f"{written_here(value, frame['months'])} ({frame['zone']})"
    return UNSAID.sub(" ", str(value)).strip()[:LONGEST_EVENT]


def _greeting(frame: dict[str, Any], name: str) -> str:
    """Omits names that look like web addresses, because our mail must not advertise other sites."""
    if not name or len(name) > 60 or LIKE_AN_ADDRESS.search(name):
        return str(frame["greeting_without_name"])
    return _filled(frame["greeting"], {"name": name})


def _checked(link: str) -> str:
    if not LINK.fullmatch(link):
        raise UnknownTemplate("a link must lead to the web")
    return link
