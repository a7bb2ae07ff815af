"""Time zones by their IANA names."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def load_time_zone(name: str | None) -> ZoneInfo:
    """The time zone; UTC if the tenant has none or an unknown one."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")
