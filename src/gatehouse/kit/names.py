"""What the domain name system says of a domain."""

from functools import cached_property
from typing import TYPE_CHECKING, Self

from gatehouse.kit.db.held_connections import check_no_connection_held
from gatehouse.kit.resources import Resources

if TYPE_CHECKING:
    import dns.asyncresolver

SECONDS = 5.0


class NoAnswer(Exception):
    """No name server said whether there is something."""


class NameServers:
    """Those that the machine is configured with. Tests put another in its place."""

    @classmethod
    def for_process(cls, _: Resources) -> Self:
        return cls()

    async def read_txt_records(self, domain: str) -> list[str]:
        """Of the TXT records of this domain, in ASCII; none when there are none, or no such domain. Raises
        `NoAnswer`."""
        import dns.exception
        import dns.resolver

        check_no_connection_held("dns")
        try:
            answer = await self._resolver.resolve(f"{domain}.", "TXT", lifetime=SECONDS)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except (dns.exception.DNSException, OSError) as error:
            raise NoAnswer(type(error).__name__) from None
        return [b"".join(record.strings).decode(errors="replace") for record in answer]

    @cached_property
    def _resolver(self) -> "dns.asyncresolver.Resolver":
        import dns.asyncresolver

        return dns.asyncresolver.Resolver()
