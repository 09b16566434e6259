from datetime import datetime

from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.boost.models import MOMENT, Table


class Account(Table, Numbered, table=True):
    """Wallets are the accounts of people. `number` counts an account's postings."""

    __tablename__ = "ledger_accounts"

    kind: str
    owner_id: int | None = None
    number: int = 0


class Entry(Table, Numbered, table=True):
    """Posted once per `key`."""

    __tablename__ = "ledger_entries"

    key: str
    reason: str
    order_id: int | None = None
    deal_id: int | None = None
    at: datetime = Field(sa_type=MOMENT)


class Posting(Table, Numbered, table=True):
    """The postings of an entry sum to zero."""

    __tablename__ = "ledger_postings"

    entry_id: int = Field(foreign_key="ledger_entries.id")
    account_id: int = Field(foreign_key="ledger_accounts.id")
    amount: int
    number: int | None = None
    balance: int | None = None
