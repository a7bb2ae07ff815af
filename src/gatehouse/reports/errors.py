from gatehouse.kit.errors import Invalid, NotFound


class ReportNotFound(NotFound):
    code = "reports.not_found"


class OnlyHtml(Invalid):
    code = "reports.only_html"


class RecipientNotAMember(Invalid):
    """Raised when a recipient of a report is not a member of the tenant."""

    code = "reports.not_a_member"


class ReportQueryRefused(Invalid):
    """Filters that cannot be read."""

    code = "reports.query_refused"
