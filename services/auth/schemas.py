"""What goes over HTTP about accounts."""

from datetime import datetime
from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from libs.kit.schemas import In, Out
from services.auth import domain
from services.auth.models import User

Password = Annotated[str, Field(max_length=256)]
Handle = Annotated[str, Field(max_length=254)]


class RegisterIn(In):
    """A new account."""

    username: Annotated[str, AfterValidator(domain.check_username)]
    email: Annotated[str, AfterValidator(domain.check_email)]
    password: Annotated[Password, AfterValidator(domain.check_new_password)]
    first_name: Annotated[str, AfterValidator(lambda name: domain.check_name(name, "First name"))]
    last_name: Annotated[str, AfterValidator(lambda name: domain.check_name(name, "Last name"))]


class LoginIn(In):
    """A username or an e-mail address, and the password."""

    username: Handle | None = None
    email: Handle | None = None
    password: Password

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if not self.username and not self.email:
            raise ValueError("Email or username is required")
        return self


class NewAccountOut(Out):
    """What was asked for; the same whether or not the address is known already."""

    username: str
    email: str
    first_name: str
    last_name: str


class RegisteredOut(Out):
    """The answer to a registration."""

    message: str
    user: NewAccountOut


class UserOut(Out):
    """An account as its owner sees it."""

    id: int
    username: str
    email: str
    first_name: str
    last_name: str
    address: str | None
    profile_image: str | None
    avatar_url: str | None
    cover_photo: str | None
    wallet_balance: int
    is_seller: bool
    is_admin: bool
    is_banned: bool
    is_verified: bool
    email_verified: bool
    shop_name: str | None
    location: str | None
    bio: str | None
    provider: str | None
    created_at: datetime

    @classmethod
    def of(cls, user: User) -> Self:
        """The balance is 0 until the wallet opens."""
        return cls.model_validate({**user.model_dump(), "wallet_balance": 0}, by_name=True)


class SessionOut(Out):
    """An access token and whose it is."""

    token: str
    user: UserOut


class SuccessOut(Out):
    """It is done."""

    success: bool = True


class PublicUserOut(Out):
    """What other parts of the house may know of a person."""

    id: int
    username: str
    is_seller: bool
