from gatehouse.kit.errors import Conflict, Invalid, NotFound


class ApprovalNotFound(NotFound):
    code = "approvals.not_found"


class ApprovalFlowNotFound(NotFound):
    code = "approvals.flow_not_found"


class ApprovalFlowInactive(Conflict):
    code = "approvals.flow_inactive"


class TooFewApprovers(Conflict):
    """A step has too few approvers; the requester does not count."""

    code = "approvals.too_few_approvers"


class ApprovalLinkOver(NotFound):
    """The link was answered, is superseded by a decision, expired, or never existed; one error for all."""

    code = "approvals.link_over"


class ApproversUnreachable(Invalid):
    """A step has no approvers, or one who is only reachable by a disabled channel."""

    code = "approvals.unreachable"


class TooManyApprovalFlows(Conflict):
    code = "approvals.too_many_flows"
