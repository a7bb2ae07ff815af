from gatehouse.kit.errors import Conflict, Invalid, NotFound


class ApprovalNotFound(NotFound, code="approvals.not_found"): ...


class ApprovalFlowNotFound(NotFound, code="approvals.flow_not_found"): ...


class ApprovalFlowInactive(Conflict, code="approvals.flow_inactive"): ...


class TooFewApprovers(Conflict, code="approvals.too_few_approvers"):
    """A step has too few approvers; the requester does not count."""


class ApprovalLinkOver(NotFound, code="approvals.link_over"):
    """The link was answered, is superseded by a decision, expired, or never existed; one error for all."""


class ApproversUnreachable(Invalid, code="approvals.unreachable"):
    """A step has no approvers, or one who is only reachable by a disabled channel."""


class TooManyApprovalFlows(Conflict, code="approvals.too_many_flows"): ...
