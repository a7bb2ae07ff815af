from gatehouse.kit.errors import Unauthenticated


class RecoveryRefused(Unauthenticated):
    """Recovery refused; identical for a wrong code and an unknown identifier."""

    code = "mfa.recovery_refused"
