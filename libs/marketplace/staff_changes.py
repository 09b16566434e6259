"""Staff changes are published in the transaction that makes the change."""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import uuid7
from libs.contracts.events.staff import MAX_PARTIES, StaffChangeEvent
from libs.kit.events import outbox
from libs.kit.process import clock, telemetry
from libs.marketplace.errors import ConflictOfInterest


async def record(
    session: AsyncSession,
    kind: type[StaffChangeEvent],
    act: str,
    *,
    by: int | None,
    about: int | None,
    parties: Collection[int | None],
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    reason: str | None = None,
    case_id: int | None = None,
    **more: Any,
) -> None:
    """Publish a staff action with the fields it changed. `before` and `after` must have the same keys. Raises
    if the staff member is one of `parties`. Platform settings have no parties."""
    ConflictOfInterest.refuse_party(by, parties)
    party_ids = sorted({party for party in parties if party is not None})[:MAX_PARTIES]
    if not before or before.keys() != after.keys():
        raise ValueError(f"{act}: before and after must name the same fields")
    changed = [name for name in before if before[name] != after[name]] or list(before)
    event = kind.model_validate(
        {
            "change_id": uuid7(), "act": act, "by_admin_id": by, "about_id": about, "party_ids": party_ids,
            "reason": reason, "case_id": case_id, "request_id": request_id(), "done_at": await clock.now(session),
            "fields": [{"name": name, "before": before[name], "after": after[name]} for name in changed],
        }
        | more
    )  # fmt: skip
    await outbox.record(session, event, version=1)


def request_id() -> str | None:
    """Returns None outside of a request."""
    found = telemetry.request_id()
    return None if found == "-" else found
