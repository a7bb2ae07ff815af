from gatehouse.kit.errors import Conflict


class CountriesUnknown(Conflict):
    """The installation has no file that maps addresses to countries."""

    code = "country_restrictions.no_file"


class YourCountryRefused(Conflict):
    """With this change the caller's own address would be refused."""

    code = "country_restrictions.would_lock_you_out"
