from datetime import date, datetime

from libs.kit.http.schemas import Out


class BoostDayOut(Out):
    """The figures of a listing on a day. `shown` counts appearances in the home page carousel,
    `conversations` and `deals` those started."""

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
