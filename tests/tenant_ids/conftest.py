from tests.prehooks.conftest import loopback_is_allowed, service

__all__ = ["loopback_is_allowed", "service"]
