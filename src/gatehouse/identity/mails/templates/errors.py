from gatehouse.kit.errors import Invalid, NotFound


class MailTemplateNotFound(NotFound):
    code = "mail_templates.not_found"


class MailNeverSent(Invalid):
    """Gatehouse does not send this mail, so a template would never be used."""

    code = "mail_templates.never_sent"


class MailAlwaysSent(Invalid):
    """Notices about the user's account cannot be switched off."""

    code = "mail_templates.always_sent"


class TemplateRefused(Invalid):
    """The template has an unknown placeholder, or lacks a required one."""

    code = "templates.refused"
