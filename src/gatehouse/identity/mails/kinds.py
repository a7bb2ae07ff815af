"""The mails for which the vendor can write a template, and the placeholders of each."""

from collections.abc import Iterator
from dataclasses import dataclass

from gatehouse.kit.refused_value import RefusedValue
from gatehouse.providers.mail.port import MailRefused, encode_domain_in_ascii
from gatehouse.vendor.messages import check_placeholders, list_placeholders

LOOKS = frozenset({"vendor", "logo", "accent", "ink"})
# Name of the placeholder in templates that customers migrate from the hosted original.
ALSO_CALLED = {"link": "redirectURL"}


@dataclass(frozen=True, slots=True)
class MailKind:
    """A kind of account mail. `template` is the built-in one; `values` are its placeholders besides the
    looks; `needs` are those without which the mail would be useless. A `notice` informs users of changes
    to their account: always sent."""

    template: str
    values: frozenset[str]
    needs: frozenset[str] = frozenset()
    notice: bool = False

    @property
    def placeholders(self) -> frozenset[str]:
        return (
            LOOKS | self.values | {ALSO_CALLED[name] for name in self.values & ALSO_CALLED.keys()}
        )


def _define_kind(template: str, values: str, needs: str = "", *, notice: bool = False) -> MailKind:
    return MailKind(template, frozenset(values.split()), frozenset(needs.split()), notice)


_FACTORS = _define_kind("second-factor-changed", "name change link", "change", notice=True)

# By the wire's names. Wire names that are not listed are mails that Gatehouse never sends.
KINDS = {
    "ResetPassword": _define_kind("reset-password", "name link hours", "link"),
    "ActivateUser": _define_kind("activate", "link hours", "link"),
    "InviteToTenant": _define_kind("invite", "link hours", "link"),
    "MagicLink": _define_kind("magic-link", "link minutes", "link"),
    "OTC": _define_kind("sign-in-code", "code", "code"),
    "MFAOTC": _define_kind("second-factor-code", "code", "code"),
    "VerifyNewEmail": _define_kind("email-code", "code", "code"),
    "ResetPhoneNumber": _define_kind("phone-reset", "code", "code"),
    "UserUsedInvitation": _define_kind("joined", "who link"),
    "NewMFAMethod": _FACTORS,
    "RemoveMFAMethod": _FACTORS,
    "MFARecoveryCode": _FACTORS,
    "EmailAddressChanged": _define_kind("email-changed", "name", notice=True),
    "ConnectNewDevice": _define_kind(
        "new-place", "name place address device at link hours", "link"
    ),
    # Types that only Gatehouse has.
    "CountryRefused": _define_kind(
        "country-refused", "name country address at link", "country", notice=True
    ),
    "MergeAccounts": _define_kind("merge-accounts", "goes stays link days", "link"),
    "AccountsMerged": _define_kind("accounts-merged", "goes stays link", notice=True),
}
# For the mails with exactly one name on the wire.
TYPES = {kind.template: name for name, kind in KINDS.items() if kind is not _FACTORS}


def find_template_faults(
    kind: MailKind, subject: str, html: str
) -> Iterator[tuple[str, RefusedValue]]:
    """The faults of a template, as `subject` or `html` and a text: such a mail could not be rendered, or
    would be useless."""
    for place, text in (("subject", subject), ("html", html)):
        try:
            check_placeholders(text, kind.placeholders)
        except RefusedValue as error:
            yield place, error
    named = list_placeholders(html)
    said = named | {name for name, other in ALSO_CALLED.items() if other in named}
    if missing := kind.needs - said:
        placeholder = f"{{{{{min(missing)}}}}}"
        text = f"must contain {placeholder}"
        yield "html", RefusedValue(text, "placeholder_needed", placeholder=placeholder)


def format_header_address(address: str | None) -> str | None:
    """The address in the form of a mail header; None for one that a header cannot hold, with non-ASCII
    text before the `@`, or no domain behind it."""
    try:
        found = encode_domain_in_ascii(address or "")
    except MailRefused:
        return None
    return found if found and found.isascii() else None
