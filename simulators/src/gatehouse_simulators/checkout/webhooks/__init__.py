"""Events and their signed delivery to the vendor's receiver."""
