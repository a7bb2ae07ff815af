"""Mail templates: `templates/<name>.mjml` and `<name>.txt`, both Jinja.

The first line of the text part is `Subject: …`. HTML is escaped; MJML becomes tables that mail
programs show alike.
"""

from pathlib import Path
from typing import Any

import mrml
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from gatehouse.providers.mail.port import Mail

FOLDER = Path(__file__).parent / "templates"
# What MJML cannot carry (XML 1.0 §2.2). A name may hold such characters; nobody would see them.
UNSHOWABLE = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF))

_text = Environment(loader=FileSystemLoader(FOLDER), undefined=StrictUndefined, autoescape=False)  # noqa: S701  plain text
_html = Environment(loader=FileSystemLoader(FOLDER), undefined=StrictUndefined, autoescape=True)


def render_mail(name: str, to: str, values: dict[str, Any]) -> Mail:
    """Fill both parts; a value that a template wants and does not get is an error."""
    shown = {
        key: value.translate(UNSHOWABLE) if isinstance(value, str) else value
        for key, value in values.items()
    }
    head, _, text = _text.get_template(f"{name}.txt").render(shown).partition("\n")
    subject = " ".join(head.removeprefix("Subject:").split())
    html = mrml.to_html(_html.get_template(f"{name}.mjml").render(shown, subject=subject))
    return Mail(to, subject, text.strip() + "\n", html.content)
