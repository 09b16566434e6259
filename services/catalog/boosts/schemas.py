"""What goes over HTTP about boosts."""

from datetime import date, datetime

from libs.kit.http.schemas import Out


class BoostDayOut(Out):
    """What happened to a listing on a day; `shown` is how often the carousel of the home page held it,
    `conversations` and `deals` are those that began."""

    day: date
    views: int
    favourites: int
    shown: int
    conversations: int
    deals: int


class BoostReportOut(Out):
    """The days of a boost so far, and as many days before it."""

    product_id: int
    boosted_at: datetime
    boosted_until: datetime
    days: list[BoostDayOut]
    before: list[BoostDayOut]
