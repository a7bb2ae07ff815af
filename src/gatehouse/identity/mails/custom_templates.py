"""What a mail that the vendor writes must say, and may, and in whose name."""

from collections.abc import Iterator

from gatehouse.identity.mails.kinds import ALSO_CALLED, MailKind
from gatehouse.kit.refused_value import RefusedValue
from gatehouse.providers.mail.message import with_ascii_domain
from gatehouse.providers.mail.port import MailRefused
from gatehouse.vendor.messages.text import check_placeholders, names_in


def find_template_faults(
    kind: MailKind, subject: str, html: str
) -> Iterator[tuple[str, RefusedValue]]:
    """`subject` or `html`, and what is wrong with it: such a mail could not be made, or be of no use."""
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
    """As a header holds the address; None for one that no header does, because before the `@` there is more
    than ASCII, or behind it no domain."""
    try:
        found = with_ascii_domain(address or "")
    except MailRefused:
        return None
    return found if found and found.isascii() else None
