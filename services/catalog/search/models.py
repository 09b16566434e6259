from datetime import date

from sqlmodel import Field

from services.catalog.models import Table


class SearchCount(Table, table=True):
    __tablename__ = "search_counts"

    day: date = Field(primary_key=True)
    terms: str = Field(primary_key=True)
    times: int = 0
    results: int = 0


class SearchDay(Table, table=True):
    __tablename__ = "search_days"

    day: date = Field(primary_key=True)
    version: int = 0


class Word(Table, table=True):
    __tablename__ = "vocabulary"

    word: str = Field(primary_key=True)
    shown: str
