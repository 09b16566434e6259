from datetime import date, datetime

from libs.kit.http.schemas import Out


class BoostDayOut(Out):
    """`shown` counts appearances in the home page carousel."""

    day: date
    views: int
    favourites: int
    shown: int
    conversations: int
    deals: int


class BoostReportOut(Out):
    product_id: int
    boosted_at: datetime
    boosted_until: datetime
    days: list[BoostDayOut]
    before: list[BoostDayOut]
