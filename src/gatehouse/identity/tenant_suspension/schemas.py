from gatehouse.kit.schemas import Wire


class TenantSessionsEnded(Wire):
    """`ended`: how many ended at once; beyond 500 the rest follow within moments."""

    ended: int
