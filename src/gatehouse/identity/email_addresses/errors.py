from gatehouse.kit.errors import Conflict, Forbidden, NotFound


class EmailAddressNotFound(NotFound, code="email_addresses.not_found"): ...


class EmailAddressTaken(Conflict, code="email_addresses.taken"):
    """Another account has the address. Revealed only to a user who has verified access to its mailbox."""


class TooManyEmailAddresses(Conflict, code="email_addresses.too_many"): ...


class IsPrimary(Conflict, code="email_addresses.is_primary"): ...


class NotVerified(Conflict, code="email_addresses.not_verified"): ...


class EmailChangeRefused(Forbidden, code="email_addresses.change_refused"):
    """The vendor does not allow users to change addresses."""


class KeptElsewhere(Forbidden, code="email_addresses.kept_elsewhere"):
    """The user's address is managed by a directory."""
