"""How fast Gatehouse is beside a bare ceiling and other identity servers, in one run."""
