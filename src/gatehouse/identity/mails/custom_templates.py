"""Checks of the vendor's mail templates: required and allowed placeholders, and the sender."""

from collections.abc import Iterator

from gatehouse.identity.mails.kinds import ALSO_CALLED, MailKind
from gatehouse.kit.refused_value import RefusedValue
from gatehouse.providers.mail.port import MailRefused, with_ascii_domain
from gatehouse.vendor.messages import check_placeholders, names_in


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
    named = names_in(html)
    said = named | {name for name, other in ALSO_CALLED.items() if other in named}
    if missing := kind.needs - said:
        placeholder = f"{{{{{min(missing)}}}}}"
        text = f"{placeholder} has to be in it"
        yield "html", RefusedValue(text, "placeholder_needed", placeholder=placeholder)


def in_header(address: str | None) -> str | None:
    """The address in the form of a mail header; None for one that a header cannot hold, with non-ASCII
    text before the `@`, or no domain behind it."""
    try:
        found = with_ascii_domain(address or "")
    except MailRefused:
        return None
    return found if found and found.isascii() else None
