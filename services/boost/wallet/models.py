"""The ledger: accounts, entries, postings; a wallet is an account of a person."""

from datetime import datetime

from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.boost.models import MOMENT, Table


class Account(Table, Numbered, table=True):
    """An account; `number` is how many postings a wallet has."""

    __tablename__ = "ledger_accounts"

    kind: str
    owner_id: int | None = None
    number: int = 0


class Entry(Table, Numbered, table=True):
    """One movement of money, once for its key."""

    __tablename__ = "ledger_entries"

    key: str
    reason: str
    order_id: int | None = None
    deal_id: int | None = None
    at: datetime = Field(sa_type=MOMENT)


class Posting(Table, Numbered, table=True):
    """What an entry adds to an account; those of one entry sum to zero."""

    __tablename__ = "ledger_postings"

    entry_id: int = Field(foreign_key="ledger_entries.id")
    account_id: int = Field(foreign_key="ledger_accounts.id")
    amount: int
    number: int | None = None
    balance: int | None = None
