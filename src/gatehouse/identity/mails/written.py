"""What a mail that the vendor writes must say, and may."""

from collections.abc import Iterator

from gatehouse.identity.mails.kinds import MailKind
from gatehouse.vendor.messages.text import check, names_in


def faults(kind: MailKind, subject: str, html: str) -> Iterator[tuple[str, str]]:
    """`subject` or `html`, and what is wrong with it: such a mail could not be made, or be of no use."""
    for place, text in (("subject", subject), ("html", html)):
        try:
            check(text, kind.placeholders)
        except ValueError as error:
            yield place, str(error)
    if missing := kind.needs - names_in(html):
        yield "html", f"{{{{{min(missing)}}}}} has to be in it"
