"""Simulated payment providers for Gatehouse's demo and tests; never loaded in production."""
