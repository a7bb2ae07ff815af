"""Browsers that are not asked for the second factor, for as long as the tenant lets them."""
