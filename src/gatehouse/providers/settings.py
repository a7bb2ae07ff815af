"""Settings of the providers."""

import re
from email.policy import SMTP
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, SecretStr, StringConstraints, model_validator

from gatehouse.kit.configuration import BaseUrl, HostName, SettingsSection, WebAddress


class CaptchaSettings(SettingsSection):
    captcha_verify_url: WebAddress = Field(
        "https://www.google.com/recaptcha/api/siteverify",
        description="Where answers to captchas of the kind `recaptcha` are checked; other services "
        "speak the same protocol.",
    )


def _check_stripe_key(key: SecretStr) -> SecretStr:
    if not re.fullmatch(r"(sk|rk)_(live|test)_\S+", key.get_secret_value()):
        raise ValueError("must begin with sk_live_, rk_live_, sk_test_ or rk_test_")
    return key


ApiBase = Annotated[str, StringConstraints(pattern=r"^https?://[^\s/;,]+[^\s;,?#]*[^\s;,?#/]$")]
SecretKey = Annotated[SecretStr, AfterValidator(_check_stripe_key)]
PublishableKey = Annotated[str, StringConstraints(pattern=r"^pk_(live|test)_\S+$")]
WebhookSecret = Annotated[SecretStr, Field(min_length=1)]


class NoCards(SettingsSection):
    """Accounts are not billed by card. In demo and test mode a simulator takes the provider's place."""

    kind: Literal["none"] = "none"


class StripeCards(SettingsSection):
    """Accounts are billed by card through Stripe: live keys in production, test keys elsewhere."""

    kind: Literal["stripe"]
    secret_key: SecretKey
    publishable_key: PublishableKey
    webhook_secret: WebhookSecret
    api_base: ApiBase = "https://api.stripe.com"
    script_url: WebAddress = "https://js.stripe.com/v3/"

    @property
    def is_live(self) -> bool:
        return self.publishable_key.startswith("pk_live_")

    @model_validator(mode="after")
    def check_keys_of_one_mode(self) -> Self:
        if ("_live_" in self.secret_key.get_secret_value()[:8]) != self.is_live:
            raise ValueError(
                "secret_key and publishable_key must both be live or both be test keys"
            )
        return self


class CardSettings(SettingsSection):
    cards: Annotated[NoCards | StripeCards, Field(discriminator="kind")] = Field(
        NoCards(), description="Whether accounts are billed by card."
    )


def _check_sender(text: str) -> str:
    """One mailbox, read as the mails' header will be. Every mail would fail with another."""
    try:
        header = SMTP.header_factory("From", text)
    except (ValueError, IndexError):  # a line break; an address that ends too soon
        header = None
    addresses = tuple(header.addresses) if header and not header.defects else ()
    if len(addresses) != 1 or not addresses[0].username or not addresses[0].domain:
        raise ValueError(
            "must be one address, such as no-reply@example.com or Name <no-reply@example.com>"
        )
    return text


class FileMail(SettingsSection):
    """Mail is written as `.eml` files below `<data_dir>/mail`."""

    kind: Literal["file"] = "file"


class SmtpMail(SettingsSection):
    """Mail goes to an SMTP server."""

    kind: Literal["smtp"]
    host: HostName
    port: int = Field(587, ge=1, le=65535)
    username: str | None = None
    password: SecretStr | None = None
    security: Literal["starttls", "tls", "none"] = "starttls"
    timeout_seconds: float = Field(20, gt=0, le=50)

    @model_validator(mode="after")
    def check_login_complete(self) -> Self:
        if bool(self.username) != (self.password is not None):
            missing = "__PASSWORD" if self.username else "__USERNAME"
            raise ValueError(
                f"{missing} is missing; leave out both where the server needs no login"
            )
        return self


class MailSettings(SettingsSection):
    mail: Annotated[FileMail | SmtpMail, Field(discriminator="kind")] = Field(
        FileMail(), description="Where mail goes."
    )
    mailed_codes_per_day: int = Field(
        50,
        ge=1,
        le=1000,
        description="Codes and links of one kind, such as those to sign in, that a mailbox is sent in a day "
        "on request. Locations from which its owner has signed in before are counted separately.",
    )
    mail_from: Annotated[str, AfterValidator(_check_sender)] = Field(
        "no-reply@localhost",
        description="Sender of mail. An address alone is shown with the name of the vendor's product.",
    )


class SimulatedPayments(SettingsSection):
    """The overlay-checkout provider is the simulator inside this process; it runs in the demo alone."""

    kind: Literal["simulator"] = "simulator"


class NoPaymentProvider(SettingsSection):
    """Nothing is sold online: the vendor issues licenses in the console or imports them."""

    kind: Literal["none"]


class PaddlePayments(SettingsSection):
    """The overlay-checkout provider is Paddle Billing. A price billed every three months is not offered."""

    kind: Literal["paddle"]
    environment: Literal["sandbox", "production"]
    api_key: SecretStr
    client_token: str
    webhook_secrets: list[Annotated[SecretStr, Field(min_length=1)]] = Field(min_length=1)
    price_ids: list[str] = Field(min_length=1)
    script_url: WebAddress = "https://cdn.paddle.com/paddle/v2/paddle.js"

    @model_validator(mode="after")
    def check_token_environment(self) -> Self:
        prefix = "test_" if self.environment == "sandbox" else "live_"
        if not self.client_token.startswith(prefix):
            raise ValueError(f"client_token must start with {prefix} in {self.environment}")
        return self


class PaymentSettings(SettingsSection):
    payments: Annotated[
        SimulatedPayments | PaddlePayments | NoPaymentProvider, Field(discriminator="kind")
    ] = Field(SimulatedPayments(), description="The overlay-checkout provider.")
    payment_webhook_tolerance_seconds: int = Field(
        60, ge=5, le=600, description="How far a payment webhook's time may differ from ours."
    )


class NoSlack(SettingsSection):
    """Accounts cannot connect Slack. In demo and test mode a stand-in writes messages as JSON files below
    `<data_dir>/slack`."""

    kind: Literal["none"] = "none"


class SlackApp(SettingsSection):
    """Your app at Slack, which accounts install in their workspace."""

    kind: Literal["app"]
    client_id: Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z.]{1,64}$")]
    client_secret: SecretStr
    base_url: BaseUrl = "https://slack.com"


class SlackSettings(SettingsSection):
    slack: Annotated[NoSlack | SlackApp, Field(discriminator="kind")] = Field(
        NoSlack(), description="Whether accounts can be told of events in Slack."
    )


SID = r"^[A-Za-z0-9]{2,64}$"  # it becomes part of an address
Prefix = Annotated[str, StringConstraints(pattern=r"^\+[1-9][0-9]{0,6}$")]


class FileSms(SettingsSection):
    """Text messages are written as JSON files below `<data_dir>/sms`."""

    kind: Literal["file"] = "file"


class TwilioSms(SettingsSection):
    """Text messages go to a gateway that speaks Twilio's HTTP protocol."""

    kind: Literal["twilio"]
    account_sid: str = Field(pattern=SID)
    # With one, `secret` is its own; without, it is the auth token of the account.
    api_key_sid: str | None = Field(None, pattern=SID)
    secret: SecretStr
    # A number, a name, or the id of a messaging service.
    sender: str = Field(min_length=1, max_length=64)
    base_url: BaseUrl = "https://api.twilio.com"
    timeout_seconds: float = Field(10, gt=0, le=50)


class SmsSettings(SettingsSection):
    sms: Annotated[FileSms | TwilioSms, Field(discriminator="kind")] = Field(
        FileSms(), description="Where text messages go."
    )
    sms_prefixes: list[Prefix] = Field(
        [],
        description="Numbers that may get text messages begin with one of these, such as `+49`; "
        "without any, all may.",
    )
