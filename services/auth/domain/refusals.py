"""What auth refuses, each with its code and its sentence."""

from libs.kit.http.errors import DomainError
from libs.kit.http.parties import OwnMatter


class UsernameTaken(DomainError):
    """Another person has this username, or one that looks the same."""

    code = "username_taken"
    message = "Username already taken"


class RegistrationPaused(DomainError):
    """An operator lets no new accounts be made; who has one signs in as always."""

    code = "registration_paused"
    message = "New accounts cannot be made right now. Please try again later."


class InvalidCredentials(DomainError):
    """Unknown account or wrong password: the answer does not say which."""

    status = 401
    code = "invalid_credentials"
    message = "Invalid username or password."


class WrongPassword(DomainError):
    """A signed-in person gave a password that is not theirs."""

    status = 401
    code = "invalid_credentials"
    message = "Current password is incorrect."


class TooManyMoves(DomainError):
    """The address was changed so often this week that no further change could still be undone."""

    code = "too_many_moves"
    message = "You have changed your email address too often this week. Please try again later."


class ExportUnderWay(DomainError):
    """This person is being sent a copy of everything already; it holds connections for as long as it is
    read."""

    code = "export_under_way"
    message = (
        "A copy of your data is on its way already. Wait until it has arrived, or try again in a minute."
    )


class EmailNotVerified(DomainError):
    """The password is right, but the address was never confirmed."""

    status = 403
    code = "email_not_verified"
    message = "Please verify your email address before you sign in."


class TwoFactorRequired(DomainError):
    """The password is right; now the code."""

    status = 403
    code = "two_factor_required"
    message = "Enter the code from your authenticator app."

    def __init__(self) -> None:
        super().__init__(methods=["totp", "recovery_code"])


class InvalidCode(DomainError):
    """A code of the second factor that is wrong, old or used."""

    status = 401
    code = "invalid_code"
    message = "This code is not valid."


class InvalidLink(DomainError):
    """A one-time link that is used, too old, replaced by a newer one, or not ours."""

    status = 400
    code = "invalid_link"
    message = "This link is not valid any more. Ask for a new one."


class UsernameNotFound(DomainError):
    """No account has this username."""

    status = 404
    code = "username_not_found"
    message = "Username not found"


class AdminNotBannable(DomainError):
    """Staff cannot be banned or suspended; their admin rights go first."""

    status = 403
    code = "admin_not_bannable"
    message = "Admins cannot be banned."


class StaffNotBannable(DomainError):
    """People of the staff are not banned or suspended; their role goes first."""

    status = 403
    code = "staff_not_bannable"
    message = "People of the staff cannot be banned or suspended; their role is taken away first."


class OwnRole(OwnMatter):
    """Roles are changed by others."""

    code = "own_role"
    message = "Your own role is changed by two other admins."


class BannedCannotServe(DomainError):
    """A banned account has no role on the staff; the ban goes first."""

    code = "banned_cannot_serve"
    message = "A banned account cannot serve on the staff."


class SuspensionTooLong(DomainError):
    """A suspension ends within a year, or it should be a ban."""

    status = 422
    code = "suspension_too_long"
    message = "A suspension lasts 0 to 365 days."


class MattersOpen(DomainError):
    """Money or a delivery is still on its way."""

    code = "matters_open"
    message = "Your account cannot be deleted yet: something is still open."


class TooManyPasskeys(DomainError):
    """More than anybody has devices."""

    code = "too_many_passkeys"
    message = "You have 20 passkeys already. Remove one first."


class TooManyApiKeys(DomainError):
    """More than a person has programs."""

    code = "too_many_api_keys"
    message = "You have 10 API keys already. Revoke one first."


class TooManyWebhooks(DomainError):
    """More than a person has programs that listen."""

    code = "too_many_webhooks"
    message = "You have 5 webhooks already. Delete one first."


class WebhookAddressRefused(DomainError):
    """An address that is not https on the public internet; `reason` says which rule it breaks, `setting` what
    lets it pass in a run on one's own machine."""

    status = 422
    code = "webhook_address_refused"
    message = (
        "Webhooks go to https addresses on the internet, at port 443 or 8443, without a name or password."
    )

    def __init__(self, reason: str, setting: str | None = None) -> None:
        if setting is None:
            super().__init__(reason=reason)
        else:
            way = f"To send them to this machine, start Wangi with {setting}=true and write 127.0.0.1."
            super().__init__(f"{self.message} {way}", reason=reason, setting=setting)


class PushServiceUnknown(DomainError):
    """The address is of no push service that browsers use."""

    status = 422
    code = "push_service_unknown"
    message = "Wangi does not know the push service of this browser."


class WebhookPaused(DomainError):
    """Nothing is sent to an endpoint while it is paused."""

    code = "webhook_paused"
    message = "This webhook is paused. Resume it first."


class WebhookFull(DomainError):
    """As much waits for an endpoint as is kept for one."""

    code = "webhook_full"
    message = "Too much is waiting for this webhook. Try again when some of it has gone."


class PasskeyKnown(DomainError):
    """This very passkey was added before."""

    code = "passkey_known"
    message = "This passkey was added already."


class PasskeyNotAdded(DomainError):
    """The device's answer does not fit the question, or came too late."""

    status = 422
    code = "passkey_not_added"
    message = "The passkey could not be added. Please try again."


class PasskeyRefused(DomainError):
    """A sign-in by a passkey that is unknown, copied, too late, or of another place."""

    status = 401
    code = "passkey_refused"
    message = "This passkey could not be used. Try again, or sign in another way."


class SecondFactorOff(DomainError):
    """There is nothing to confirm, to turn off or to make codes for."""

    code = "second_factor_off"
    message = "Two-factor sign-in is not set up."


class SecondFactorOn(DomainError):
    """It is on already; turning it on once more would replace the secret without the old one being asked
    for."""

    code = "second_factor_on"
    message = "Two-factor sign-in is on already."
