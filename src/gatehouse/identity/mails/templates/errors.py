from gatehouse.kit.errors import Invalid, NotFound


class MailTemplateNotFound(NotFound):
    code = "mail_templates.not_found"


class MailNeverSent(Invalid):
    """A template would never be used."""

    code = "mail_templates.never_sent"


class MailAlwaysSent(Invalid):
    """Notices about the user's account cannot be switched off."""

    code = "mail_templates.always_sent"


class TemplateRefused(Invalid):
    """A placeholder that there is not, or one that has to be there."""

    code = "templates.refused"
