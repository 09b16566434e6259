from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, ValidationInfo, field_validator, model_validator

from libs.kit.http.schemas import In, Out
from libs.kit.money import RinggitOut
from services.auth.accounts import passwords, rules
from services.auth.accounts.models import User
from services.auth.staff.rules import StaffRole

Password = Annotated[str, Field(max_length=256)]


Handle = Annotated[str, Field(max_length=254)]


Token = Annotated[str, Field(min_length=1, max_length=4096)]


Code = Annotated[str, Field(max_length=32)]


Email = Annotated[str, AfterValidator(rules.check_email)]


Back = Annotated[str, Field(max_length=2000)]


class RegisterIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {
                "username": "aisyah",
                "email": "aisyah@wangi.example",
                "firstName": "Nurul",
                "lastName": "Aisyah",
                "password": "bunga-raya-di-taman-7",
            }
        }
    }

    username: Annotated[str, AfterValidator(rules.check_username)]
    email: Email
    first_name: Annotated[str, AfterValidator(lambda name: rules.check_name(name, "First name"))]
    last_name: Annotated[str, AfterValidator(lambda name: rules.check_name(name, "Last name"))]
    password: Password
    # The path on this site to open after verification. Other values are ignored.
    redirect: Back | None = None

    @field_validator("password")
    @classmethod
    def _is_good_enough(cls, password: str, info: ValidationInfo) -> str:
        """Runs after the validators of the names, because the password must not contain them."""
        known = info.data
        return passwords.check_new_password(
            password, username=known.get("username", ""), email=known.get("email", "")
        )


class LoginIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"username": "demo_buyer", "password": "Wangi-demo-1"}}
    }

    username: Handle | None = None
    email: Handle | None = None
    password: Password
    code: Code | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if not self.username and not self.email:
            raise ValueError("Email or username is required")
        return self


class EmailIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"email": "aisyah@wangi.example"}}}

    email: Email


class VerificationIn(EmailIn):
    redirect: Back | None = None


class TokenIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"token": "the-token-of-the-mailed-link"}}
    }

    token: Token


class VerifyIn(TokenIn):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"token": "the-token-of-the-mailed-link", "signIn": True}}
    }

    sign_in: bool = True


class ResetIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {"token": "the-token-of-the-mailed-link", "password": "hujan-petang-di-jalan-9"}
        }
    }

    token: Token
    password: Password


class ChangePasswordIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {"currentPassword": "Wangi-demo-1", "newPassword": "hujan-petang-di-jalan-9"}
        }
    }

    current_password: Password
    new_password: Password


class UsernameIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"username": "demo_buyer"}}}

    username: Handle


class NewAccountOut(Out):
    """The submitted account data. The response is the same whether or not the email address has an
    account."""

    username: str
    email: str
    first_name: str
    last_name: str


class RegisteredOut(Out):
    message: str
    user: NewAccountOut


class UserOut(Out):
    id: int
    username: str
    email: str
    first_name: str
    last_name: str
    address: str | None
    profile_image: str | None
    avatar_url: str | None
    cover_photo: str | None
    wallet_balance: RinggitOut
    is_seller: bool
    is_admin: bool
    staff_role: StaffRole | None
    is_banned: bool
    is_verified: bool
    is_verified_too: Annotated[bool, Field(serialization_alias="is_verified")]
    email_verified: bool
    shop_name: str | None
    location: str | None
    bio: str | None
    provider: str | None
    created_at: datetime
    language: Literal["en", "ms"]
    language_chosen: bool
    theme: Literal["system", "light", "dark"]
    pending_email: str | None
    suspended_until: datetime | None
    has_password: bool
    two_factor: bool
    # True if the staff role was given before two-step sign-in was turned on. Staff access starts when an
    # admin gives the role again.
    waits_for_second_factor: bool

    @classmethod
    def from_model(cls, user: User, *, waits: bool) -> Self:
        return cls.model_validate(events_of(user, waits=waits), by_name=True)


def events_of(user: User, *, waits: bool) -> dict[str, Any]:
    return {
        **user.model_dump(),
        "is_admin": user.is_admin and not waits,
        "staff_role": None if waits else user.serves_as,
        "waits_for_second_factor": waits,
        "is_verified_too": user.is_verified,
        "has_password": user.password_hash is not None,
        "two_factor": user.has_second_factor,
    }


class SessionOut(Out):
    token: str
    user: UserOut


class SuccessOut(Out):
    success: Literal[True]


class DoneOut(Out):
    success: Literal[True]
    message: str


class ResetOut(DoneOut):
    removed_passkeys: list[str]
    removed_second_factor: bool
    removed_providers: list[str]
    kept_passkeys: list[str]
    kept_providers: list[str]


class MessageOut(Out):
    message: str


class VerifiedOut(DoneOut):
    token: str | None
    user: UserOut | None


class UndoneOut(DoneOut):
    reset_token: str


class ChangedPasswordOut(DoneOut):
    token: str


class SignInByNameOut(Out):
    email: None
    sign_in_with: Literal["username"]
