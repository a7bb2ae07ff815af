from gatehouse.kit.schemas import Wire


class TenantSessionsEnded(Wire):
    """`ended`: how many are over already; beyond 500 the rest follow within moments."""

    ended: int
