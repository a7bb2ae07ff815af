"""Rules for the vendor's own API: a call requires a permission or a feature, is always allowed, or
is denied."""
