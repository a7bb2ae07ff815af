"""Whether whoever signs in or up shows that they are no robot, and how."""
