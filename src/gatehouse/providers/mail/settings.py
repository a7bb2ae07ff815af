from email.policy import SMTP
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, SecretStr, model_validator

from gatehouse.kit.configuration import HostName, SettingsSection


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
    def login_is_whole(self) -> Self:
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
        "because somebody asked for them. Places where its owner has signed in before are counted apart.",
    )
    mail_from: Annotated[str, AfterValidator(_check_sender)] = Field(
        "no-reply@localhost",
        description="Sender of mail. An address alone is shown with the name of the vendor's product.",
    )
