"""What goes over HTTP about the audit log."""

from datetime import datetime
from typing import Any

from libs.kit.schemas import Out


class AuditEntryOut(Out):
    """One fact of the record."""

    id: int
    event_id: str
    type: str
    source: str
    subject: str
    version: int
    happened_at: datetime
    data: dict[str, Any]
