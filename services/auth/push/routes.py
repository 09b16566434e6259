from typing import Annotated

from fastapi import APIRouter, Path

from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.errors import Forbidden, NotFound, NotSignedIn, Unavailable
from libs.kit.http.error_responses import refusals
from libs.kit.process import clock
from services.auth.accounts.schemas import SuccessOut
from services.auth.dependencies import AuthDep, OwnerDep
from services.auth.push import queries, service
from services.auth.push.rules import PushServiceUnknown, as_bytes
from services.auth.push.schemas import NewPushDeviceOut, PushDeviceIn, PushDeviceOut, PushDevicesOut

router = APIRouter(tags=["notifications"])


OWN_DEVICES = "/api/user/{user_id}/push-devices"


DeviceId = Annotated[int, Path(ge=1, le=2**63 - 1)]


@router.get(OWN_DEVICES, responses=refusals(NotSignedIn, Forbidden))
async def list_push_devices(owner: OwnerDep, session: ReadDep, auth: AuthDep) -> PushDevicesOut:
    """List your devices with push notifications, and the public key for new subscriptions."""
    found = await queries.list_devices(session, owner.user_id, await clock.now(session))
    devices = [PushDeviceOut.from_model(device, name, owner.session_id) for device, name in found]
    return PushDevicesOut(public_key=auth.push_signer.public_key, devices=devices)


@router.post(
    OWN_DEVICES, status_code=201, responses=refusals(NotSignedIn, Forbidden, PushServiceUnknown, Unavailable)
)
async def turn_push_on(
    form: PushDeviceIn, owner: OwnerDep, session: SessionDep, auth: AuthDep
) -> NewPushDeviceOut:
    """Turn on push notifications on this device until you sign out. Call again to renew the subscription."""
    device_id = await service.turn_on(
        session,
        owner,
        endpoint=form.endpoint,
        p256dh=as_bytes(form.public_key),
        secret=as_bytes(form.secret),
        has_key=bool(auth.push_signer.public_key),
        to_loopback=auth.settings.webhooks_to_loopback,
    )
    return NewPushDeviceOut(id=device_id)


@router.delete(f"{OWN_DEVICES}/{{device_id}}", responses=refusals(NotSignedIn, Forbidden, NotFound))
async def turn_push_off(device_id: DeviceId, owner: OwnerDep, session: SessionDep) -> SuccessOut:
    """Turn off push notifications on a device."""
    await service.turn_off(session, owner.user_id, device_id)
    return SuccessOut(success=True)
