"""Every page there is and the way to it; tests check each of them, and pictures are taken of them."""

from tests.e2e.tour import (  # noqa: F401  each adds its stops
    demo_pages,
    licensing,
    portal_account,
    portal_integrations,
    portal_own,
    portal_security,
    portal_users,
    sign_in,
)
from tests.e2e.tour.licensing import pay
from tests.e2e.tour.stops import STOPS, Stop, titled

__all__ = ["STOPS", "Stop", "pay", "titled"]
