"""The page `/status`: every service with its current state, and the last incident."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from enum import StrEnum
from html import escape
from typing import Any

from libs.kit.errors import DomainError
from libs.kit.process import clock

LOOK_SECONDS = 10.0
# A single failed query is not an incident, because a pod may be shutting down.
FAILURES = 2
# Number of unhandled events from which a service counts as late. Services handle thousands of events a
# second.
LATE = 1_000
MALAYSIA = timezone(timedelta(hours=8))
PARTS = {
    "auth": ("Accounts and sign-in", "Akaun dan log masuk"),
    "catalog": ("Listings and search", "Senarai dan carian"),
    "auction": ("Auctions and bids", "Lelongan dan bidaan"),
    "messaging": ("Messages and purchases", "Mesej dan pembelian"),
    "boost": ("Payments and boosts", "Pembayaran dan boost"),
    "admin": ("Moderation", "Moderasi"),
    "live": ("Live updates", "Kemas kini langsung"),
}
Ask = Callable[[str, str], Awaitable[Any]]


class State(StrEnum):
    WELL = "well"
    LATE = "late"
    AWAY = "away"


@dataclass
class Incident:
    part: str
    began: datetime
    ended: datetime | None = None


class Status:
    """The state of the services as polled by this gateway since its start."""

    def __init__(self, ask: Ask, is_live: Callable[[], bool]) -> None:
        self._ask, self._is_live = ask, is_live
        self._failures = dict.fromkeys(PARTS, 0)
        self.states = dict.fromkeys(PARTS, State.WELL)
        self.since = clock.about_now()
        self.last: Incident | None = None
        self._open: dict[str, Incident] = {}

    async def watch(self) -> None:
        while True:
            await self.check_services()
            await asyncio.sleep(LOOK_SECONDS)

    async def check_services(self) -> None:
        services = [name for name in PARTS if name != "live"]
        answers = await asyncio.gather(*(self._state_of(name) for name in services))
        for name, state in zip(services, answers, strict=True):
            self._judge(name, state)
        self._judge("live", State.WELL if self._is_live() else State.AWAY)

    async def _state_of(self, service: str) -> State:
        try:
            answer = await self._ask(service, "/readyz")
        except DomainError:
            return State.AWAY
        behind = answer.get("behind") if isinstance(answer, dict) else None
        return State.LATE if isinstance(behind, int) and behind > LATE else State.WELL

    def _judge(self, part: str, state: State) -> None:
        self._failures[part] = self._failures[part] + 1 if state is State.AWAY else 0
        if 0 < self._failures[part] < FAILURES:
            return
        self.states[part] = state
        if state is State.AWAY and part not in self._open:
            self.last = self._open[part] = Incident(part, clock.about_now())
        elif state is not State.AWAY and part in self._open:
            self.last = self._open.pop(part)
            self.last.ended = clock.about_now()

    def page(self, *, malay: bool) -> str:
        """The page in English or Malay, without scripts. It reloads every half minute."""
        words = _MALAY if malay else _ENGLISH
        well = all(state is State.WELL for state in self.states.values())
        rows = "".join(
            f"<tr><th scope='row'>{escape(PARTS[part][malay])}</th>"
            f"<td data-state='{state}'>{escape(words[state])}</td></tr>"
            for part, state in self.states.items()
        )
        return _PAGE.format(
            language="ms" if malay else "en",
            title=escape(words["title"]),
            verdict=escape(words["all well" if well else "not all well"]),
            rows=rows,
            incident=self._last_incident(words, malay=malay),
            back=escape(words["back"]),
            since=escape(words["since"].format(_time(self.since, malay=malay))),
        )

    def _last_incident(self, words: dict[str, str], *, malay: bool) -> str:
        if self.last is None:
            return escape(words["no incident"])
        part, began = PARTS[self.last.part][malay], _time(self.last.began, malay=malay)
        if self.last.ended is None:
            return escape(words["going on"].format(part, began))
        return escape(words["over"].format(part, began, _time(self.last.ended, malay=malay)))


def _time(moment: datetime, *, malay: bool) -> str:
    """Format as on the site: "28 Nov 2026, 23:08"."""
    here = moment.astimezone(MALAYSIA)
    months = _MALAY_MONTHS if malay else _ENGLISH_MONTHS
    return f"{here.day} {months[here.month - 1]} {here:%Y, %H:%M}"


_ENGLISH_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MALAY_MONTHS = ("Jan", "Feb", "Mac", "Apr", "Mei", "Jun", "Jul", "Ogos", "Sep", "Okt", "Nov", "Dis")


_ENGLISH = {
    "title": "Is Wangi working?",
    "all well": "Everything works.",
    "not all well": "Something is not as it should be. We know about it.",
    State.WELL: "works",
    State.LATE: "works, but updates are late",
    State.AWAY: "away",
    "back": "Back to Wangi",
    "no incident": "No interruption.",
    "going on": "{0}: away since {1}.",
    "over": "{0}: away from {1} to {2}.",
    "since": "As this gateway has seen it since {0} (Malaysian time). Bids that were accepted are never lost.",
}
_MALAY = {
    "title": "Adakah Wangi berfungsi?",
    "all well": "Semuanya berfungsi.",
    "not all well": "Ada yang tidak kena. Kami sedang menanganinya.",
    State.WELL: "berfungsi",
    State.LATE: "berfungsi, berita lewat",
    State.AWAY: "tidak dapat dihubungi",
    "back": "Kembali ke Wangi",
    "no incident": "Tiada gangguan.",
    "going on": "{0}: terganggu sejak {1}.",
    "over": "{0}: terganggu dari {1} hingga {2}.",
    "since": "Seperti yang dilihat oleh gateway ini sejak {0} (waktu Malaysia). "
    "Bidaan yang diterima tidak akan hilang.",
}
_PAGE = """<!doctype html>
<html lang="{language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="refresh" content="30" />
    <meta name="robots" content="noindex" />
    <title>{title}</title>
    <link rel="stylesheet" href="/status/status.css" />
  </head>
  <body>
    <main>
      <h1>{title}</h1>
      <p role="status"><strong>{verdict}</strong></p>
      <table>{rows}</table>
      <p>{incident}</p>
      <p><small>{since}</small></p>
      <p><a href="/">{back}</a></p>
    </main>
  </body>
</html>
"""
