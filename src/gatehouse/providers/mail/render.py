"""Mail templates: `templates/<name>.mjml` and `<name>.txt`, both Jinja.

The first line of the text part is `Subject: …`. HTML is escaped; MJML becomes tables that mail
programs show alike.
"""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gatehouse.providers.mail.port import Mail

if TYPE_CHECKING:
    from jinja2 import Environment

FOLDER = Path(__file__).parent / "templates"
# What MJML cannot carry (XML 1.0 §2.2). A name may hold such characters; nobody would see them.
UNSHOWABLE = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF))


@cache
def _load_templates(*, escaped: bool) -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(FOLDER)
    return Environment(loader=loader, undefined=StrictUndefined, autoescape=escaped)  # noqa: S701  plain text


def render_mail(name: str, to: str, values: dict[str, Any]) -> Mail:
    """Fill both parts; a value that a template wants and does not get is an error."""
    import mrml

    shown = {
        key: value.translate(UNSHOWABLE) if isinstance(value, str) else value
        for key, value in values.items()
    }
    plain = _load_templates(escaped=False).get_template(f"{name}.txt").render(shown)
    head, _, text = plain.partition("\n")
    subject = " ".join(head.removeprefix("Subject:").split())
    mjml = _load_templates(escaped=True).get_template(f"{name}.mjml").render(shown, subject=subject)
    html = mrml.to_html(mjml)
    return Mail(to, subject, text.strip() + "\n", html.content)
