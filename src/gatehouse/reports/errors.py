from gatehouse.kit.errors import Invalid, NotFound


class ReportNotFound(NotFound, code="reports.not_found"): ...


class OnlyHtml(Invalid, code="reports.only_html"): ...


class RecipientNotAMember(Invalid, code="reports.not_a_member"):
    """Raised when a recipient of a report is not a member of the tenant."""


class ReportQueryRefused(Invalid, code="reports.query_refused"):
    """Filters that cannot be read."""
