"""Letters and the post: words kept as data become a mail in two twins, and one mail goes to one person."""

import re
import tomllib
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8
from email.utils import formatdate, parseaddr
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment

HERE = timezone(timedelta(hours=8))
"""Malaysia keeps one zone and no summer time."""
GAP = re.compile(r"\{(\w+)\}")
UNSAID = re.compile(r"[\x00-\x20\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
LIKE_AN_ADDRESS = re.compile(r"[/:@]|\.[^\s\w.]*\w|www", re.IGNORECASE)
LOCAL_PART = re.compile(r"[^\s@<>()\[\]\\,;:\"\x00-\x1f\x7f-\x9f]{1,64}")
DOMAIN = re.compile(r"[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+|localhost")
LINK = re.compile(r"https?://[^\s\"'<>\\]+")
MOMENTS = frozenset({"time", "until"})
"""Facts that are moments: as ISO text too, because a letter waits in a table as JSON."""
LONGEST_FACT = 2000
TIMEOUT_SECONDS = 10


class UnknownLetter(LookupError):
    """There are no words for this kind, or a fact that its words speak of is missing."""


class MailRefused(Exception):
    """This mail will never arrive: a bad address, or a lasting no from the other side."""


class MailAway(Exception):
    """The post is away or busy: the same mail may be sent again later."""


@dataclass(frozen=True)
class Letter:
    """A mail before it has an envelope: the same words and links as a page and as plain text."""

    subject: str
    html: str
    text: str
    language: str


@dataclass(frozen=True)
class _Words:
    """The sentences of one letter with the facts in place, still unescaped."""

    heading: str
    greeting: str
    paragraphs: list[str]
    button: str
    link: str
    after: list[str]
    instead: str
    closing: str


@dataclass
class Letters:
    """The letters of one folder: layout.mjml, layout.txt and words.<language>.toml."""

    folder: Path
    fallback: str = "en"
    _words: dict[str, dict[str, Any]] = field(default_factory=dict)
    _layouts: "Environment | None" = None

    def kinds(self, language: str) -> list[str]:
        """Which letters there are in one language."""
        return [kind for kind in self._language(language) if kind != "frame"]

    def facts(self, kind: str, language: str) -> set[str]:
        """Which facts a letter needs; a button needs its `link`."""
        entry = self._entry(kind, language)
        said = [entry["subject"], entry["heading"], *entry["paragraphs"], *entry.get("after", [])]
        needed = {gap for words in said for gap in GAP.findall(words)}
        return needed | {"link"} if "button" in entry else needed

    def render(self, kind: str, language: str, facts: dict[str, Any]) -> Letter:
        """The letter with its facts; a language we do not speak becomes the fallback."""
        language = language if language.isalpha() and self._file(language).is_file() else self.fallback
        entry, frame = self._entry(kind, language), self._language(language)["frame"]
        if missing := self.facts(kind, language) - facts.keys():
            raise UnknownLetter(f"{kind} lacks {', '.join(sorted(missing))}")
        lists = {name: [_said(one, frame) for one in value] for name, value in facts.items() if isinstance(value, list)}
        told = {name: _said(_as_moment(name, value), frame) for name, value in facts.items() if name not in lists}
        letter = _Words(
            heading=_filled(entry["heading"], told),
            greeting=_greeting(frame, told.get("name", "")),
            paragraphs=[said for words in entry["paragraphs"] for said in _paragraphs(words, told, lists)],
            button=entry.get("button", ""),
            link=_checked(told["link"]) if "button" in entry else "",
            after=[_filled(words, told) for words in entry.get("after", [])],
            instead=frame["instead"],
            closing=frame["closing"],
        )
        return Letter(_filled(entry["subject"], told), self._page(letter, language), self._text(letter), language)

    def _page(self, letter: _Words, language: str) -> str:
        from mjml import mjml2html

        source = self._environment().get_template("layout.mjml").render(letter=letter, language=language)
        return str(mjml2html(source, disable_comments=True, fonts={}))

    def _text(self, letter: _Words) -> str:
        return self._environment().get_template("layout.txt").render(letter=letter)

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
            raise UnknownLetter(kind)
        return dict(entry)

    def _language(self, language: str) -> dict[str, Any]:
        if language not in self._words:
            self._words[language] = tomllib.loads(self._file(language).read_text("utf-8"))
        return self._words[language]

    def _file(self, language: str) -> Path:
        return self.folder / f"words.{language}.toml"


def _filled(words: str, facts: dict[str, str]) -> str:
    """One pass: a fact that itself looks like a gap stays as it is."""
    return GAP.sub(lambda gap: facts[gap.group(1)], words)


def _paragraphs(words: str, facts: dict[str, str], lists: dict[str, list[str]]) -> list[str]:
    """A paragraph that is the gap of a list is one for each of its items."""
    gap = GAP.fullmatch(words)
    return lists[gap[1]] if gap is not None and gap[1] in lists else [_filled(words, facts)]


def _as_moment(name: str, value: Any) -> Any:
    return datetime.fromisoformat(value) if name in MOMENTS and isinstance(value, str) else value


def _said(value: Any, frame: dict[str, Any]) -> str:
    """A fact as people read it: a moment in local time, everything else on one line without hidden characters."""
    if isinstance(value, datetime):
        return f"{written_here(value, frame['months'])} ({frame['zone']})"
    return UNSAID.sub(" ", str(value)).strip()[:LONGEST_FACT]


def written_here(moment: datetime, months: list[str]) -> str:
    """A moment as people here read it, with the months of their language."""
    local = moment.astimezone(HERE)
    return f"{local.day} {months[local.month - 1]} {local.year}, {local:%H:%M}"


def _greeting(frame: dict[str, Any], name: str) -> str:
    """By name; a "name" that is an address on the web would make our mail somebody's advertisement."""
    if not name or len(name) > 60 or LIKE_AN_ADDRESS.search(name):
        return str(frame["greeting_without_name"])
    return _filled(frame["greeting"], {"name": name})


def _checked(link: str) -> str:
    if not LINK.fullmatch(link):
        raise UnknownLetter("a link must lead to the web")
    return link


@dataclass(frozen=True)
class Post:
    """The way out: one SMTP server, one sender."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    tls: bool = False
    """Encrypted or not at all: from the first byte on port 465, by STARTTLS on any other."""

    async def send(self, letter: Letter, *, to: str, message_id: str) -> None:
        """Hand one mail over. `message_id` stays the same when it is sent again, so that a twin is recognised."""
        import aiosmtplib

        message = self.message(letter, to=to, message_id=message_id)
        try:
            await aiosmtplib.send(
                message,
                sender=parseaddr(self.sender)[1],
                recipients=[to],
                hostname=self.host,
                port=self.port,
                username=self.user or None,
                password=self.password or None,
                timeout=TIMEOUT_SECONDS,
                use_tls=self.tls and self.port == 465,
                start_tls=self.tls and self.port != 465,
            )
        except aiosmtplib.SMTPNotSupported as lasting:
            raise MailRefused(type(lasting).__name__) from lasting
        except aiosmtplib.SMTPRecipientsRefused as refused:
            raise _verdict(max(each.code for each in refused.recipients)) from refused
        except aiosmtplib.SMTPAuthenticationError as ours:
            raise MailAway("the server does not take our password") from ours
        except aiosmtplib.SMTPResponseException as answer:
            raise _verdict(answer.code) from answer
        except (aiosmtplib.SMTPException, OSError) as away:
            raise MailAway(type(away).__name__) from away

    def message(self, letter: Letter, *, to: str, message_id: str) -> EmailMessage:
        """The mail with its headers. Nothing in an address or subject can become another header."""
        policy = SMTP if to.isascii() else SMTPUTF8
        message = EmailMessage(policy=policy)
        name, address = parseaddr(self.sender)
        message["From"] = Address(name, addr_spec=address)
        message["To"] = _address(to)
        message["Subject"] = UNSAID.sub(" ", letter.subject)
        message["Date"] = formatdate(usegmt=True)
        message["Message-ID"] = f"<{_plain(message_id)}@{address.rpartition('@')[2]}>"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(letter.text, cte="quoted-printable")
        message.add_alternative(letter.html, subtype="html", cte="quoted-printable")
        message["Content-Language"] = letter.language
        return message


def _address(to: str) -> Address:
    local, _, domain = to.rpartition("@")
    if not LOCAL_PART.fullmatch(local) or not DOMAIN.fullmatch(domain):
        raise MailRefused("not an address")
    try:
        return Address(username=local, domain=domain)
    except (MessageError, ValueError, IndexError) as odd:
        raise MailRefused("not an address") from odd


def _plain(message_id: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,128}", message_id):
        raise ValueError("a message id is made of letters, digits, dots, hyphens and underscores")
    return message_id


def _verdict(code: int) -> MailRefused | MailAway:
    """4xx is "later"; 5xx is "never", but for the server being too busy or not trusting us (421, 530-535)."""
    return MailRefused(str(code)) if 500 <= code < 600 and not 530 <= code <= 535 else MailAway(str(code))
