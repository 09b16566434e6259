from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from libs.kit.db.database import ReadDep
from libs.kit.errors import InvalidInput, NotFound
from libs.kit.http.access import Internal
from libs.kit.process import clock
from libs.kit.security import revocation_tables
from services.auth.accounts.profile_schemas import CardOut, HolderNameIn, HolderNameOut, ShownIn, ShownOut
from services.auth.accounts.queries import list_people
from services.auth.accounts.rules import is_same_name
from services.auth.dependencies import AuthDep, UserId
from services.auth.sign_in import proofs

router = APIRouter(include_in_schema=False)


MAX_AT_ONCE = 100


Ids = Annotated[str, Query(max_length=2000, pattern=r"^\d{1,19}(,\d{1,19})*$")]


@router.get("/.well-known/jwks.json")
async def jwks(auth: AuthDep, response: Response) -> dict[str, Any]:
    """List the public keys for verifying access tokens."""
    response.headers["Cache-Control"] = "public, max-age=60"
    return dict(auth.keys.public_keys.as_dict())


@router.get("/internal/revocations", dependencies=[Internal])
async def revocations(session: ReadDep, since: datetime | None = None) -> dict[str, Any]:
    """List revocations since a given time, in pages. Goes back eleven minutes at most."""
    if since is not None and since.tzinfo is None:
        raise InvalidInput.field("since", "Name the time zone.")
    return await revocation_tables.page_since(session, since)


@router.get("/internal/cookie-key", dependencies=[Internal])
async def cookie_key(auth: AuthDep) -> dict[str, str | list[str]]:
    """Read the keys for verifying device cookies. The gateway limits requests per browser with them."""
    newest, *others = [key.hex() for key in auth.cookie_keys]
    return {"key": newest, "also": others}


@router.get("/internal/users/{user_id}", dependencies=[Internal])
async def card(user_id: UserId, session: ReadDep) -> CardOut:
    """Read a person's profile. Used by services whose replica of the profile has not arrived yet."""
    people = await list_people(session, [user_id])
    if not people:
        raise NotFound
    return CardOut.from_model(people[0], await clock.now(session))


@router.post("/internal/users/{user_id}/holder-name", dependencies=[Internal])
async def holder_name(user_id: UserId, form: HolderNameIn, session: ReadDep) -> HolderNameOut:
    """Check whether the name of a bank account's holder matches this person. The person's name is not
    returned. Used by boost."""
    people = await list_people(session, [user_id])
    if not people:
        raise NotFound
    full = f"{people[0].first_name} {people[0].last_name}"
    return HolderNameOut(matches=is_same_name(form.name, full))


@router.post("/internal/users/{user_id}/proof", dependencies=[Internal])
async def shown_proof(user_id: UserId, form: ShownIn, auth: AuthDep) -> ShownOut:
    """Check whether a person has proved their identity within the last five minutes. Used by boost."""
    methods = await proofs.is_shown(auth, user_id, form.session_id, form.proof)
    return ShownOut(is_proven=methods is None, methods=methods or [])


@router.get("/internal/people", dependencies=[Internal])
async def cards(ids: Ids, session: ReadDep) -> list[CardOut]:
    """Read the profiles of several people. Erased people are omitted. Used for replicas."""
    user_ids = [int(item_id) for item_id in ids.split(",")]
    if len(user_ids) > MAX_AT_ONCE or max(user_ids) >= 2**63:
        raise InvalidInput.field("ids", f"At most {MAX_AT_ONCE} ids.")
    now = await clock.now(session)
    return [CardOut.from_model(user, now) for user in await list_people(session, user_ids)]
