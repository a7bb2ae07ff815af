"""What a call of the vendor's own API takes: a permission, a feature, nothing, or that nobody makes it."""
