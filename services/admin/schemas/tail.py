"""What a follower of events is sent."""

from datetime import datetime
from typing import Any

from libs.kit.http.schemas import Out
from services.admin.domain.tail import PublicKind


class EventOut(Out):
    """A public event: its kind, when it happened, and its figures as in the catalogue of events; amounts are
    in sen."""

    type: PublicKind
    time: datetime
    data: dict[str, Any]
