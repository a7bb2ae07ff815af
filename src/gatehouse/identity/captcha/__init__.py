"""Whoever signs in or up shows that they are no robot, where the vendor asks for it."""
