from gatehouse.kit.errors import Unauthenticated


class RecoveryRefused(Unauthenticated):
    """The same for a wrong code and for an address that nobody has."""

    code = "mfa.recovery_refused"
