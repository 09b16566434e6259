from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from libs.kit.http.schemas import In, OnlyTrue, Out
from services.auth.accounts import rules
from services.auth.accounts.models import User
from services.auth.accounts.schemas import Email
from services.auth.sign_in.models import RefreshFamily
from services.auth.sign_in.rules import LOCAL, network_in, split_device_name
from services.auth.staff.rules import StaffRole, still_suspended
from services.auth.staff.schemas import BanAskedOut, RoleAskedOut, StaffActOut


def _line(words: str, most: int) -> AfterValidator:
    return AfterValidator(lambda line: rules.check_line(line, words, most))


class ProfileIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {
                "shopName": "Kedai Aisyah",
                "location": "Ipoh, Perak",
                "bio": "Blind buys, now looking for other noses.",
            }
        }
    }

    username: Annotated[str, AfterValidator(rules.check_username)] | None = None
    email: Email | None = None
    first_name: Annotated[str, AfterValidator(lambda name: rules.check_name(name, "First name"))] | None = (
        None
    )
    last_name: Annotated[str, AfterValidator(lambda name: rules.check_name(name, "Last name"))] | None = None
    address: Annotated[str, AfterValidator(lambda text: rules.check_text(text, "Address", 500))] | None = None
    shop_name: Annotated[str, _line("Shop name", 50)] | None = None
    location: Annotated[str, _line("Location", 100)] | None = None
    bio: Annotated[str, AfterValidator(lambda text: rules.check_text(text, "Bio", 500))] | None = None
    language: Literal["en", "ms"] | None = None
    theme: Literal["system", "light", "dark"] | None = None
    is_seller: OnlyTrue | None = None
    accept_seller_terms: bool = False

    @model_validator(mode="after")
    def _terms_come_with_selling(self) -> Self:
        if self.is_seller and not self.accept_seller_terms:
            raise ValueError("You must accept the seller terms")
        return self

    def changes(self) -> dict[str, Any]:
        """Returns the changed fields. Empty text becomes None for optional fields and is ignored for required
        fields."""
        sent = self.model_dump(include=self.model_fields_set, exclude={"accept_seller_terms"})
        may_be_empty = {"address", "shop_name", "location", "bio"}
        return {name: value or None for name, value in sent.items() if value or name in may_be_empty}


class SellerOut(Out):
    id: int
    username: str
    shop_name: str | None
    bio: str | None
    location: str | None
    profile_image: str | None
    avatar_url: str | None
    cover_photo: str | None
    is_verified: bool
    is_verified_too: Annotated[bool, Field(serialization_alias="is_verified")]
    created_at: datetime

    @classmethod
    def from_model(cls, user: User) -> Self:
        return cls.model_validate({**user.model_dump(), "is_verified_too": user.is_verified}, by_name=True)


class HolderNameIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"name": "Aina Rahman"}}}

    name: Annotated[str, Field(min_length=1, max_length=100)]


class HolderNameOut(Out):
    matches: bool


class ShownIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"sessionId": "kq3v", "proof": "a.b"}}}

    session_id: Annotated[str, Field(max_length=200)]
    proof: Annotated[str, Field(max_length=128)] | None = None


class ShownOut(Out):
    is_proven: bool
    methods: list[str]


class CardOut(Out):
    id: int
    username: str
    shop_name: str | None
    image: str | None
    is_seller: bool
    is_verified: bool
    created_at: datetime
    account_status: Literal["active", "banned", "suspended"]
    suspended_until: datetime | None

    @classmethod
    def from_model(cls, user: User, now: datetime) -> Self:
        suspended = still_suspended(user.suspended_until, now)
        return cls(
            id=user.known_id,
            username=user.username,
            shop_name=user.shop_name,
            image=user.profile_image,
            is_seller=user.is_seller,
            is_verified=user.is_verified,
            created_at=user.created_at,
            account_status="banned" if user.is_banned else "suspended" if suspended else "active",
            suspended_until=user.suspended_until if suspended else None,
        )


class SignInOut(Out):
    id: str
    device: str
    browser: str | None
    system: str | None
    place: str
    network: str | None
    is_local: bool
    signed_in_with: str
    created_at: datetime
    last_seen_at: datetime
    current: bool

    @classmethod
    def from_model(cls, family: RefreshFamily, current: str) -> Self:
        """The session id is not secret, because refreshing a session requires the refresh token."""
        browser, system = split_device_name(family.device)
        row = family.model_dump() | {"last_seen_at": family.rotated_at, "current": family.id == current}
        row |= {"browser": browser, "system": system}
        row |= {
            "network": network_in(family.place),
            "is_local": family.place == LOCAL,
        }
        return cls.model_validate(row, by_name=True)


class AccountOut(Out):
    id: int
    username: str
    email: str
    first_name: str
    last_name: str
    profile_image: str | None
    is_seller: bool
    is_admin: bool
    staff_role: StaffRole | None
    is_banned: bool
    is_verified: bool
    identity_checked_at: datetime | None
    email_verified: bool
    suspended_until: datetime | None
    created_at: datetime

    @classmethod
    def from_model(cls, user: User) -> Self:
        return cls.model_validate(user.model_dump() | {"staff_role": user.serves_as}, by_name=True)


class StaffSignInOut(Out):
    device: str
    place: str
    network: str | None
    signed_in_with: str
    created_at: datetime
    last_seen_at: datetime

    @classmethod
    def from_model(cls, family: RefreshFamily) -> Self:
        row = family.model_dump() | {"last_seen_at": family.rotated_at}
        return cls.model_validate(row | {"network": network_in(family.place)}, by_name=True)


class AccountPageOut(Out):
    account: AccountOut
    email_hash: str
    sign_ins: list[StaffSignInOut]
    acts: list[StaffActOut]
    # True if the seller has the verified badge or lost it recently.
    ban_takes_two: bool
    ban_asked: BanAskedOut | None
    role_asked: RoleAskedOut | None
