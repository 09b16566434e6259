from datetime import datetime
from typing import Annotated, Self

from pydantic import AfterValidator, Field

from libs.kit.http.schemas import In, Out
from services.auth.push.encryption import read_public
from services.auth.push.models import PushSubscription
from services.auth.push.rules import LONGEST_ENDPOINT, as_bytes
from services.auth.sign_in.rules import split_device_name


def _check_point(text: str) -> str:
    try:
        read_public(as_bytes(text))
    except ValueError:
        raise ValueError("This is no key of a browser") from None
    return text


class PushDeviceIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {
                "endpoint": "https://updates.push.services.mozilla.com/wpush/v2/abc",
                "publicKey": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                "secret": "BTBZMqHH6r4Tts7J_aSIgg",
            }
        }
    }

    endpoint: Annotated[str, Field(min_length=1, max_length=LONGEST_ENDPOINT)]
    public_key: Annotated[
        str, Field(min_length=87, max_length=87, pattern=r"^[A-Za-z0-9_-]{87}$"), AfterValidator(_check_point)
    ]
    secret: Annotated[str, Field(min_length=22, max_length=22, pattern=r"^[A-Za-z0-9_-]{22}$")]


class NewPushDeviceOut(Out):
    id: int


class PushDeviceOut(Out):
    id: int
    browser: str | None
    system: str | None
    created_at: datetime
    # Null until the push service has accepted a message.
    succeeded_at: datetime | None
    current: bool

    @classmethod
    def from_model(cls, device: PushSubscription, name: str, current: str) -> Self:
        assert device.id is not None
        browser, system = split_device_name(name)
        return cls(
            id=device.id,
            browser=browser,
            system=system,
            created_at=device.created_at,
            succeeded_at=device.succeeded_at,
            current=device.session_id == current,
        )


class PushDevicesOut(Out):
    public_key: str
    devices: list[PushDeviceOut]
