from gatehouse.kit.errors import Invalid, NotFound


class ReportNotFound(NotFound):
    code = "reports.not_found"


class OnlyHtml(Invalid):
    code = "reports.only_html"


class RecipientNotAMember(Invalid):
    """Reports go to people of the account."""

    code = "reports.not_a_member"


class ReportQueryRefused(Invalid):
    """Filters that cannot be read."""

    code = "reports.query_refused"
