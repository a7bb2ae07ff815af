"""Account activation: from an unverified address to the first sign-in."""
