import time
from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request

from libs.contracts.live import LARGEST_ID
from libs.kit.media.signing import Signer
from services.messaging.conversations.schemas import MessageOut
from services.messaging.deals.commands import Owners

Id = Annotated[int, Path(ge=1, le=LARGEST_ID)]


IdQuery = Annotated[int | None, Query(ge=1, le=LARGEST_ID)]


# Comma-separated ids: at most 100 messages with two people each.
_ID = r"[1-9][0-9]{0,18}"


IdList = Annotated[str, Query(max_length=4_000, pattern=rf"^{_ID}(,{_ID})*$")]


FileToken = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]


FileSize = Annotated[str | None, Query(pattern=r"^small$")]


Limit = Annotated[int, Query(ge=1, le=100)]


# The gateway publishes a message only after a 201 response.
REPEATED: dict[int | str, dict[str, Any]] = {
    200: {"model": MessageOut, "description": "The message was sent before."}
}


async def _signer(request: Request) -> Signer:
    return Signer(request.app.state.settings.internal_secret.get_secret_value(), time.time())


async def _owners(request: Request) -> Owners:
    calls = request.app.state.calls
    return Owners(calls["catalog"], calls["auction"], calls["boost"])


OwnersDep = Annotated[Owners, Depends(_owners)]


SignerDep = Annotated[Signer, Depends(_signer)]
