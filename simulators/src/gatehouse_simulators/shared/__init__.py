"""Code that both simulators use."""
