from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from libs.contracts.events.staff import AccountDataRead
from libs.kit.db.database import DatabaseDep, ReadDep, SessionDep
from libs.kit.errors import Forbidden, NotFound, NotSignedIn
from libs.kit.http.error_responses import refusals
from libs.kit.http.paging import Cursor, LimitDep, PageDep, next_page, row_of, rows_to_skip
from libs.kit.http.schemas import NO_NUL
from libs.kit.process import clock
from libs.marketplace.access import AdminUser, ModeratorUser, StaffUser
from libs.marketplace.access_log import private_read
from libs.marketplace.dealings import CallsDep, refuse_dealings
from libs.marketplace.errors import ConflictOfInterest, SecondPersonNeeded
from services.auth.accounts.profile_schemas import AccountOut, AccountPageOut, StaffSignInOut
from services.auth.dependencies import AuthDep, UserId
from services.auth.privacy.queries import MAX_ACTS, list_staff_acts
from services.auth.sign_in.queries import list_families
from services.auth.sign_in.rules import fold_handle
from services.auth.staff import bans, bulk, queries, roles, service
from services.auth.staff.rules import (
    AdminNotBannable,
    BannedCannotServe,
    OwnRole,
    StaffNotBannable,
    takes_two_to_ban,
)
from services.auth.staff.schemas import (
    BanAskedOut,
    BanIn,
    IdentityIn,
    ReasonIn,
    RoleAskedOut,
    RoleIn,
    SellerRightsIn,
    StaffActOut,
    SuspendIn,
)
from services.auth.staff.service import Cause

router = APIRouter(tags=["staff"], prefix="/api/admin/users")


STAFF = refusals(NotSignedIn, Forbidden, NotFound, ConflictOfInterest, AdminNotBannable, StaffNotBannable)


async def _filters(
    search: Annotated[str, Query(max_length=100, pattern=NO_NUL)] = "",
    role: Annotated[queries.Role | None, Query()] = None,
    account_status: Annotated[queries.AccountStatus | None, Query(alias="accountStatus")] = None,
) -> queries.AccountFilters:
    return queries.AccountFilters(search, role, account_status)


FiltersDep = Annotated[queries.AccountFilters, Depends(_filters)]


@router.get(
    "", dependencies=[private_read(AccountDataRead, "accounts")], responses=refusals(NotSignedIn, Forbidden)
)
async def list_accounts(
    staffer: StaffUser,
    session: ReadDep,
    request: Request,
    response: Response,
    filters: FiltersDep,
    page: PageDep = 1,
    limit: LimitDep = 200,
    cursor: Cursor = None,
) -> list[AccountOut]:
    """List accounts, newest first. The header `Link` contains the next page. The header `X-Total-Count`
    contains the total if it is at most 1,000. `search` matches usernames and email addresses. To search by
    `emailHash`, write `hash:` before the hash."""
    now, before = clock.about_now(), row_of(cursor) if cursor else None
    people, total = await queries.list_page_of_people(
        session, filters, now, before=before, most=limit, skip=0 if cursor else rows_to_skip(page, limit)
    )
    if total is not None:
        response.headers["X-Total-Count"] = str(total)
    if len(people) == limit:
        response.headers["Link"] = next_page(request, people[-1].known_id)
    return [AccountOut.from_model(person) for person in people]


@router.get("/export.csv", response_class=Response, responses=refusals(NotSignedIn, Forbidden))
async def export_accounts(
    staffer: StaffUser,
    database: DatabaseDep,
    session: SessionDep,
    filters: FiltersDep,
) -> Response:
    """Export the newest 10,000 of these accounts as a CSV file. The last line marks the end of the file. Each
    export is recorded."""
    return await bulk.export_accounts(database, session, staffer, filters)


@router.get("/{user_id}", responses=refusals(NotSignedIn, Forbidden, NotFound, ConflictOfInterest))
async def one_account(user_id: UserId, staffer: StaffUser, session: SessionDep) -> AccountPageOut:
    """Read another person's account with its active sign-ins and its staff actions. Each access is
    recorded."""
    ConflictOfInterest.refuse_party(staffer.user_id, (user_id,))
    user, now = await service.read_account(session, user_id, admin_id=staffer.user_id)
    sign_ins = await list_families(session, user_id, now)
    acts = await list_staff_acts(session, user_id)
    known = acts if len(acts) < MAX_ACTS else None
    return AccountPageOut(
        account=AccountOut.from_model(user),
        email_hash=fold_handle(user.email_key),
        sign_ins=[StaffSignInOut.from_model(item) for item in sign_ins],
        acts=[StaffActOut.from_model(act) for act in acts],
        ban_takes_two=takes_two_to_ban(user.is_verified, user.badge_lost_at, clock.about_now()),
        ban_asked=BanAskedOut.from_model(await bans.get_pending_ban_request(session, user_id, known)),
        role_asked=RoleAskedOut.from_model(await roles.pending_role_request(session, user_id, known)),
    )


@router.patch("/{user_id}/ban", responses=STAFF | refusals(SecondPersonNeeded))
async def ban_account(
    user_id: UserId, form: BanIn, staffer: ModeratorUser, auth: AuthDep, calls: CallsDep
) -> AccountOut:
    """Ban or unban an account. Staff cannot be banned. The ban of a seller who is verified, or was within the
    last seven days, requires approval by a second person. Until then `isBanned` stays false."""
    await refuse_dealings(calls, staffer.user_id, user_id)
    act, cause = bans.ban_account if form.is_banned else bans.unban_account, Cause(code=form.code)
    async with auth.database.transaction() as session:
        user = await act(session, user_id, admin_id=staffer.user_id, reason=form.reason, cause=cause)
    await auth.announce(user)
    return AccountOut.from_model(user)


@router.patch(
    "/{user_id}/role",
    responses=refusals(NotSignedIn, Forbidden, NotFound, OwnRole, BannedCannotServe, SecondPersonNeeded),
)
async def change_role(user_id: UserId, form: RoleIn, staffer: AdminUser, auth: AuthDep) -> AccountOut:
    """Request a change of a person's staff role. The change takes effect when a second admin makes the same
    request within 24 hours."""
    async with auth.database.transaction() as session:
        user = await roles.change(session, user_id, form.role, admin_id=staffer.user_id, reason=form.reason)
    await auth.announce(user)
    return AccountOut.from_model(user)


@router.delete("/{user_id}/role", responses=refusals(NotSignedIn, Forbidden, NotFound, OwnRole))
async def withdraw_role(user_id: UserId, staffer: AdminUser, auth: AuthDep) -> AccountOut:
    """Withdraw the request for a role."""
    async with auth.database.transaction() as session:
        return AccountOut.from_model(await roles.withdraw(session, user_id, admin_id=staffer.user_id))


@router.post("/{user_id}/suspend", responses=STAFF)
async def suspend_account(
    user_id: UserId, form: SuspendIn, staffer: ModeratorUser, auth: AuthDep, calls: CallsDep
) -> AccountOut:
    """Suspend an account from bidding, buying and selling for a number of days. 0 days lifts the
    suspension."""
    await refuse_dealings(calls, staffer.user_id, user_id)
    async with auth.database.transaction() as session:
        user = await service.suspend(
            session,
            user_id,
            form.days,
            admin_id=staffer.user_id,
            reason=form.reason,
            cause=Cause(code=form.code),
        )
    await auth.announce(user)
    return AccountOut.from_model(user)


@router.post("/{user_id}/end-sessions", responses=STAFF)
async def end_sessions(user_id: UserId, form: ReasonIn, staffer: StaffUser, auth: AuthDep) -> AccountOut:
    """Sign a person out everywhere. Also revokes the person's API keys and pauses their webhooks. The person
    is notified by mail. Open dealings with the person do not prevent this, because it protects them."""
    async with auth.database.transaction() as session:
        user = await service.end_sessions(session, user_id, admin_id=staffer.user_id, reason=form.reason)
    await auth.announce(user)
    return AccountOut.from_model(user)


@router.patch("/{user_id}/seller-rights", responses=STAFF)
async def set_seller_rights(
    user_id: UserId, form: SellerRightsIn, staffer: ModeratorUser, auth: AuthDep, calls: CallsDep
) -> AccountOut:
    """Remove or restore the right to sell."""
    await refuse_dealings(calls, staffer.user_id, user_id)
    async with auth.database.transaction() as session:
        user = await service.set_seller_rights(
            session, user_id, form.is_seller, admin_id=staffer.user_id, reason=form.reason
        )
    await auth.announce(user)
    return AccountOut.from_model(user)


@router.patch("/{user_id}/identity", responses=STAFF)
async def check_identity(
    user_id: UserId, form: IdentityIn, staffer: StaffUser, auth: AuthDep, calls: CallsDep
) -> AccountOut:
    """Record that a person's identity card was checked, or remove the record."""
    await refuse_dealings(calls, staffer.user_id, user_id)
    async with auth.database.transaction() as session:
        user = await service.check_identity(
            session, user_id, form.is_checked, admin_id=staffer.user_id, reason=form.reason
        )
    return AccountOut.from_model(user)


@router.get("/{user_id}/acts", dependencies=[private_read(AccountDataRead, "account_acts")], responses=STAFF)
async def list_acts(user_id: UserId, staffer: StaffUser, session: ReadDep) -> list[StaffActOut]:
    """List the staff actions on another person's account, newest first."""
    ConflictOfInterest.refuse_party(staffer.user_id, (user_id,))
    return [StaffActOut.from_model(act) for act in await list_staff_acts(session, user_id)]
