"""Events and their signed delivery to the receiver."""
